/**
 * What the table will look like once it has taken what a seat has sent: shown at once, and put right by the next view.
 * Foresees only what the seat's own hand does; what luck, others and the rules add comes with the view.
 */
import { PAGE } from "../generated";
import {
  HIDE,
  IN_HAND,
  NONE,
  NOWHERE,
  animalInSight,
  inHand,
  pieceNamed,
  placeNamed,
  CARDS,
  type Move,
  type View,
} from "../reading";
import { headAfter, onBox } from "./lattice";

/** A view with some moves of a seat carried out. */
export function foresee(view: View, seat: number, moves: readonly Move[]): View {
  if (!moves.length) return view;
  const ahead = { ...view };
  for (const move of moves) carryOut(ahead, seat, move);
  return ahead;
}

function carryOut(view: View, seat: number, move: Move): void {
  if ("ready" in move) view.ready |= 1 << seat;
  else if ("take_card" in move) takeCard(view, seat, move.take_card.card);
  else if ("grab" in move) grab(view, seat, pieceNamed(move.grab.breed), PAGE.sides.indexOf(move.grab.side));
  else if ("put" in move) setPlace(view, seat, inHand(view, seat), placeNamed(move.put.place));
  else if ("lift" in move) setPlace(view, seat, pieceNamed(move.lift.piece), IN_HAND);
  else if ("turn" in move) turn(view, seat, pieceNamed(move.turn.piece), move.turn.way === "right" ? 1 : 5);
  else if ("flip" in move) flip(view, seat, pieceNamed(move.flip.breed));
  else if ("give_back" in move) giveBack(view, seat, pieceNamed(move.give_back.piece));
  else if ("box_flip" in move) view.box_side = changed(view.box_side, seat, 1 - view.box_side[seat]!);
  else if ("box_move" in move) moveBox(view, seat, placeNamed(move.box_move.cell));
  else if ("peek" in move) peek(view, seat, move.peek.slot - 1);
  else if ("keep" in move) keep(view, seat);
  else if ("meow" in move && view.calm) view.done |= 1 << seat;
  if (!("peek" in move) && !("keep" in move) && view.peeking[seat]! >= 0) peek(view, seat, NONE);
}

function changed<T>(values: readonly T[], index: number, value: T): T[] {
  return values.map((old, at) => (at === index ? value : old));
}

function takeCard(view: View, seat: number, id: string): void {
  const card = CARDS.findIndex((known) => known.id === id);
  view.row = view.row.map((other) => (other === card ? NONE : other));
  view.card = changed(view.card, seat, card);
}

function setPlace(view: View, seat: number, piece: number, place: number): void {
  if (piece < 0) return;
  view.place = changed(view.place, seat, changed(view.place[seat]!, piece, place));
}

function setTurned(view: View, seat: number, piece: number, side: number, rot: number): void {
  view.side = changed(view.side, seat, changed(view.side[seat]!, piece, side));
  view.rot = changed(view.rot, seat, changed(view.rot[seat]!, piece, rot));
}

function count(view: View, piece: number, side: number, change: number): void {
  view.centre = changed(
    view.centre,
    piece,
    changed(view.centre[piece]!, side, Math.max(0, view.centre[piece]![side]! + change)),
  );
}

function grab(view: View, seat: number, piece: number, side: number): void {
  count(view, piece, side, -1);
  setTurned(view, seat, piece, side, 0);
  setPlace(view, seat, piece, IN_HAND);
}

function turn(view: View, seat: number, piece: number, steps: number): void {
  setTurned(view, seat, piece, view.side[seat]![piece]!, (view.rot[seat]![piece]! + steps) % 6);
}

function flip(view: View, seat: number, piece: number): void {
  setTurned(view, seat, piece, 1 - view.side[seat]![piece]!, view.rot[seat]![piece]!);
}

function giveBack(view: View, seat: number, piece: number): void {
  if (piece === HIDE) {
    view.hide = changed(view.hide, seat, NONE);
    view.hide_slot = changed(view.hide_slot, seat, NONE);
  } else count(view, piece, view.side[seat]![piece]!, 1);
  setPlace(view, seat, piece, NOWHERE);
}

function moveBox(view: View, seat: number, cell: number): void {
  const tile = onBox(view, seat);
  if (tile >= 0) setPlace(view, seat, tile, headAfter(view, seat, cell));
  view.box = changed(view.box, seat, cell);
}

function peek(view: View, seat: number, box: number): void {
  view.peeking = changed(view.peeking, seat, box);
}

function keep(view: View, seat: number): void {
  const animal = animalInSight(view, seat);
  if (animal < 0) return;
  view.hide = changed(view.hide, seat, animal);
  view.hide_slot = changed(view.hide_slot, seat, view.peeking[seat]!);
  setPlace(view, seat, HIDE, IN_HAND);
  peek(view, seat, NONE);
}
