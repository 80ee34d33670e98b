/** Which symbol stands for which piece. */
import { PAGE } from "../generated";
import { ASLEEP, BOBTAIL, HIDE } from "../reading";

/** The symbol of a tile or a hide-and-seek card. */
export function symbolOf(piece: number, side: number, animal = -1): string {
  if (piece === HIDE) return animal < 0 ? "kp-hide-back" : `kp-hide-${PAGE.animals[animal]!.id}`;
  return `kp-${PAGE.pieces[piece]}-${side === ASLEEP ? "asleep" : "awake"}`;
}

/** How wide the symbol of a piece is; all are 200 high, with the cell's middle at 100, 100. */
export function widthOf(piece: number): number {
  return piece === BOBTAIL ? 373.2 : 200;
}
