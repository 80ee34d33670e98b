/** The railway as it was built: every card of it, also those that the train has left behind. */
import { trimmed, type DrawTrack } from "../tracks";
import type { View } from "./generated";

/** By the sides at which the line meets a card: east, north, west, south, as headings are numbered. */
const LINES: Record<string, string> = { "0,2": "─", "1,3": "│", "0,1": "└", "1,2": "┘", "2,3": "┐", "0,3": "┌" };
const OPPOSITE = 2;
/** A character is about twice as high as it is wide. */
const WIDE = 2;

export const drawn: DrawTrack<View> = (views, seat) => {
  const last = views.at(-1)!;
  const laid = Array.from({ length: last.end }, (_, place) => place).map((place) => {
    const then = views.findLast(({ track }) => (track[place] ?? -1) >= 0) ?? last;
    return { x: then.x[place]!, y: then.y[place]!, out: then.heading[place]! };
  });
  const [left, top] = [Math.min(...laid.map(({ x }) => x)), Math.max(...laid.map(({ y }) => y))];
  const rows = Array.from({ length: top - Math.min(...laid.map(({ y }) => y)) + 1 }, () => [] as string[]);
  laid.forEach(({ x, y, out }, place) => {
    const before = laid[place - 1]?.out ?? out;
    const into = (before + OPPOSITE) % 4;
    const row = rows[top - y]!;
    const column = WIDE * (x - left);
    row[column] = place === laid.length - 1 ? "╳" : (LINES[[into, out].sort().join(",")] ?? "─");
    if (out === 0 && place < laid.length - 1) row[column + 1] ??= "─";
    if (out === 2 && column > 0 && place < laid.length - 1) row[column - 1] ??= "─";
  });
  const lines = rows.map((row) => Array.from({ length: row.length }, (_, column) => row[column] ?? " ").join(""));
  const turns = last.turns[seat] ?? 0;
  const cat = ["  /\\_/\\", ` ( -.- ) ${turns} ${turns === 1 ? "turn" : "turns"}`];
  return {
    lines: [...trimmed(lines), ...cat],
    about: "The line is the railway, as it was built. It gives no card away.",
  };
};
