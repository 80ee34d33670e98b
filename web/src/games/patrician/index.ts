/** Patrician for the page: what the frame draws with. */
import type { GameModule, Glyph, Step } from "../../table/board";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Player from "./Player.svelte";
import Portrait from "./SeatPortrait.svelte";
import Tag from "./SeatTag.svelte";
import { duration } from "./motion";
import { recap } from "./recap";
import Card from "./pieces/Card.svelte";
import {
  CARDS,
  capital,
  cardNamed,
  colourOf,
  isOver,
  isSetUp,
  seatClass as classOf,
  type Move,
  type View,
} from "./reading";

function seatClass(_: View, seat: number): string {
  return classOf(seat);
}

/** What the sentences of the rules call a seat: its colour. */
function called(_: View, seat: number): string {
  return capital(colourOf(seat));
}

function turn(view: View): number | null {
  return isSetUp(view) || isOver(view) || view.turn < 0 ? null : view.turn;
}

/** A card dealt to whoever looks shows itself; cards laid out are named by the log only where piles lie open. */
function glyph(step: Step<Move>, before: View): Glyph | null {
  const { move } = step;
  const id = !move ? null : "deal" in move ? move.deal.card : "lay" in move && before.open_piles ? move.lay.card : null;
  if (!id) return null;
  const card = cardNamed(id);
  const label = `A card: ${CARDS[card]!.name}`;
  return {
    Picture: Card,
    props: { card, width: 16, height: 22, role: "img", "aria-hidden": false, "aria-label": label },
  };
}

/** Below this the names on the map cannot be read. */
const least = 1.3;

// held against the contract here, so that a mistake is found where it was made
({
  Board,
  Actions,
  Player,
  Facts,
  Portrait,
  Tag,
  called,
  turn,
  recap,
  glyph,
  seatClass,
  least,
  duration,
}) satisfies GameModule<View, Move>;

export { Actions, Board, Facts, Player, Portrait, Tag, called, duration, glyph, least, recap, seatClass, turn };
