/** Rollecate for the page: what the frame draws with. */
import type { GameModule, Glyph, Step } from "../../table/board";
import { PAGE } from "./generated";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Picture from "./Picture.svelte";
import Player from "./Player.svelte";
import Side from "./Side.svelte";
import Portrait from "./SeatPortrait.svelte";
import Tag from "./SeatTag.svelte";
import Words from "./Words.svelte";
import { goal } from "./goal";
import { duration, throwBetween } from "./motion";
import { recap } from "./recap";
import Throw from "./pieces/Throw.svelte";
import { PHASE, colourOf, diceInWords, isBetsy, isOver, isSetUp, type Move, type View } from "./reading";
import { touch } from "./touching";

function seatClass(_view: View, seat: number): string {
  return `p-${colourOf(seat)}`;
}

/** What the sentences of the rules call a seat: its colour, or Betsy. */
function called(view: View, seat: number): string {
  return isBetsy(view, seat) ? "Betsy" : (PAGE.names[seat] ?? "");
}

function turn(view: View): number | null {
  return isSetUp(view) || view.phase === PHASE.scoring || isOver(view) || view.turn < 0 ? null : view.turn;
}

/** A turn begins with a draw, also when the same player has just had one. */
function begins(view: View): boolean {
  return view.phase === PHASE.drawing || view.phase === PHASE.betsy_drawing;
}

/** Dice at rest speak for themselves. */
function glyph(step: Step<Move>, before: View, after: View): Glyph | null {
  const thrown = throwBetween(before, after, step.move);
  if (!thrown) return null;
  const label = `${diceInWords(thrown.dice)}: ${thrown.wheels === 1 ? "1 wheel" : `${thrown.wheels} wheels`}`;
  return { Picture: Throw, props: { ...thrown, role: "img", "aria-label": label } };
}

const dock = { beside: 140, below: 174, low: 126 };
/** Low enough that the hand is in sight on the smallest phones. */
const least = 0.6;

export default {
  Board,
  Side,
  Actions,
  Player,
  Facts,
  Picture,
  Portrait,
  Tag,
  Words,
  called,
  turn,
  begins,
  recap,
  glyph,
  seatClass,
  goal,
  dock,
  least,
  duration,
  touch,
} satisfies GameModule<View, Move>;
