/** Turns for tests of recaps and trails: moves with the tables between them. */
import type { Actor, Reader, SeatInfo, Trail } from "../../../table/board";

export const READER: Reader = {
  viewer: 0,
  seats: ["Socks", "Pepper", "Domino", "Clover", "Cocoa"].map((name, seat): SeatInfo => ({
    seat,
    name,
    kind: "bot",
    level: "kitten",
    connected: true,
  })),
};

/** A turn of seat 1 that begins with a table; each move leads to the next one. */
export function turn<V, M>(start: V, ...played: [move: M | null, after: V, actor?: Actor][]): Trail<V, M> {
  let before = start;
  const steps = played.map(([move, after, actor = 1], ply) => {
    const step = { seq: ply, ply, passed: 0, actor, move, sentence: "", before, after };
    before = after;
    return step;
  });
  return { seat: 1, number: 1, steps, isOver: true };
}
