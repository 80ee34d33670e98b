/** Arrow keys between places that lie in rows, however irregularly. Knows no game. */
import type { Point } from "./pointing";

export type Direction = "up" | "right" | "down" | "left";

/** Places whose heights differ by no more than this form a row. */
const ROW = 14;

/**
 * The next place from one of them in the direction of an arrow key: along its row, or the nearest one in the row above or
 * below. So every place can be reached, however irregularly they lie.
 */
export function neighbour(points: Point[], from: number, direction: Direction): number {
  const rows = rowsOf(points);
  const at = rows.findIndex((row) => row.includes(from));
  if (direction === "left" || direction === "right") {
    const row = rows[at] ?? [];
    return row[row.indexOf(from) + (direction === "left" ? -1 : 1)] ?? from;
  }
  const across = (index: number) => Math.abs(points[index]!.x - points[from]!.x);
  const next = rows[at + (direction === "up" ? -1 : 1)] ?? [from];
  return next.reduce((best, index) => (across(index) < across(best) ? index : best));
}

/** Places by rows from top to bottom, each from left to right. */
function rowsOf(points: Point[]): number[][] {
  const rows: number[][] = [];
  let top = -Infinity;
  const falling = points.map((_, index) => index).sort((one, other) => points[one]!.y - points[other]!.y);
  for (const index of falling) {
    if (points[index]!.y - top > ROW) {
      top = points[index]!.y;
      rows.push([]);
    }
    rows.at(-1)!.push(index);
  }
  return rows.map((row) => row.sort((one, other) => points[one]!.x - points[other]!.x));
}
