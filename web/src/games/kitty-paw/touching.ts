/** What is pressed for a move: mostly one thing; a piece on the mat is tapped before it is turned, flipped or given back. */
import { pressOf } from "../../table/pressing";
import type { GameProps } from "../../table/board";
import { PAGE } from "./generated";
import { inHand, type Move, type View } from "./reading";

export function touch(move: Move, { view, viewer }: Pick<GameProps<View, Move>, "view" | "viewer">): string[] {
  const piece = handled(move);
  const isOnMat = piece >= 0 && inHand(view, viewer) !== piece;
  return isOnMat ? [`piece ${piece}`, pressOf(move)] : [pressOf(move)];
}

/** The piece that a move turns, flips or gives back; -1 for other moves. */
function handled(move: Move): number {
  const name =
    "turn" in move
      ? move.turn.piece
      : "flip" in move
        ? move.flip.breed
        : "give_back" in move
          ? move.give_back.piece
          : null;
  return name === null ? -1 : PAGE.pieces.findIndex((each) => each === name);
}
