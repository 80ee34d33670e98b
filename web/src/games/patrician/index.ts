/** Patrician for the page: what the frame draws with. */
import type { GameModule, Glyph, Step } from "../../table/board";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Player from "./Player.svelte";
import Portrait from "./SeatPortrait.svelte";
import Tag from "./SeatTag.svelte";
import Side from "./Side.svelte";
import Words from "./Words.svelte";
import { goal } from "./goal";
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
import { touch } from "./touching";

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
const least = 1.08;

/** A hand of three cards one below the other beside the map; in a row, with verbs, below it. */
const dock = { beside: 108, below: 190, low: 126 };

const keys = [["Initials", "Choose the card or the place of the city that begins so"]] as const;

export default {
  Board,
  Side,
  Actions,
  Player,
  Facts,
  Words,
  Portrait,
  Tag,
  called,
  turn,
  recap,
  glyph,
  seatClass,
  least,
  dock,
  keys,
  goal,
  duration,
  touch,
} satisfies GameModule<View, Move>;
