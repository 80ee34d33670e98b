/** Where a piece slides back to when the table has refused what was done with it. */
import type { Point } from "../../boards/pointing";
import type { Dragging } from "../building/dragging.svelte";
import { HIDE, IN_HAND, NONE, inHand, pieceNamed, type Move, type View } from "../reading";
import type { Flight } from "./flights.svelte";

/** The piece that a move is about; -1 where it is about none. */
function pieceOf(move: Move, view: View, seat: number): number {
  if ("put" in move) return inHand(view, seat);
  if ("grab" in move) return pieceNamed(move.grab.breed);
  if ("lift" in move) return pieceNamed(move.lift.piece);
  if ("give_back" in move) return pieceNamed(move.give_back.piece);
  return NONE;
}

function middleOf(room: HTMLElement, part: string): Point | null {
  const found = room.querySelector(part)?.getBoundingClientRect();
  return found ? { x: found.left + found.width / 2, y: found.top + found.height / 2 } : null;
}

/** The way back of a piece from where it was hoped to be to where it is; null if it need not move. */
export function returnOf(
  move: Move,
  hoped: View,
  view: View,
  seat: number,
  dragging: Dragging,
  room: HTMLElement,
): Omit<Flight, "key"> | null {
  const piece = pieceOf(move, view, seat);
  if (piece < 0 || !dragging.mat) return null;
  const [there, here] = [hoped.place[seat]![piece]!, view.place[seat]![piece]!];
  if (there === here && !dragging.isDragging) return null;
  const from = dragging.isDragging ? dragging.at : there >= 0 ? dragging.onPage(there) : middleOf(room, ".tray");
  const to = here >= 0 ? dragging.onPage(here) : middleOf(room, here === IN_HAND ? ".tray" : "[data-heap]");
  if (!from || !to) return null;
  const animal = piece === HIDE ? Math.max(view.hide[seat]!, hoped.hide[seat]!) : NONE;
  return { piece, side: hoped.side[seat]![piece]!, rot: hoped.rot[seat]![piece]!, animal, from, to };
}
