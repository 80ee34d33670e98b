/** The tabby's tail as a line of progress: it winds along, with a mark for each chapter. */

export interface Point {
  x: number;
  y: number;
}

/** How far the tail swings to either side, and over how much of its length once. */
const SWING = 6;

/** Where a tail is at a share of its way; `along` turns its length and swing into a point. */
export type Along = (length: number, swing: number) => Point;

/** Where the tail is after so many chapters, of which each takes `pitch`. */
export function pointAt(chapters: number, pitch: number, along: Along): Point {
  return along(chapters * pitch, SWING * Math.sin(chapters * 2.4));
}

/** The tail from one chapter to another, as a path. */
export function tail(from: number, to: number, pitch: number, along: Along): string {
  const steps = Math.max(1, Math.round((to - from) * 10));
  const points = Array.from({ length: steps + 1 }, (_, index) =>
    pointAt(from + ((to - from) * index) / steps, pitch, along),
  );
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}
