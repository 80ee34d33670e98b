/** A piece that flies across the page in an arc, from the board to a player or back, and is gone. */
import type { Point } from "./pointing";

export interface Flying {
  /** Where it begins and ends; null for what is not shown. */
  from: () => Point | null;
  to: () => Point | null;
  /** How far above both ends the arc goes, and how large the piece is at its start, in the middle and at its end. */
  arc: number;
  scales: [number, number, number];
  /** How much of it is to be seen at its end. */
  left: number;
  /** Milliseconds it flies, and waits before. */
  time: number;
  wait: number;
  done: () => void;
}

/** Begins with the next frame, in which everything has its place: asking earlier would lay the page out twice. */
export function fly(element: HTMLElement, { from, to, arc, scales, left, time, wait, done }: Flying): () => void {
  let flown: Animation | undefined;
  const begun = requestAnimationFrame(() => {
    const [start, end] = [from(), to()];
    if (!start || !end) return done();
    const middle = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - arc };
    const at = ({ x, y }: Point, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
    flown = element.animate(
      [
        { transform: at(start, scales[0]), opacity: 1 },
        { transform: at(middle, scales[1]), opacity: 1 },
        { transform: at(end, scales[2]), opacity: left },
      ],
      { duration: time, delay: wait, easing: "ease-in-out" },
    );
    flown.finished.then(done, done);
  });
  return () => {
    cancelAnimationFrame(begun);
    flown?.cancel();
  };
}
