/** Rollecate for the page: what the frame draws with. */
import type { GameModule, GameProps, Glyph, Step } from "../../table/board";
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
import { duration, throwBetween } from "./motion";
import { recap } from "./recap";
import Throw from "./pieces/Throw.svelte";
import { touch } from "./touching";
import {
  MODE,
  PHASE,
  colourOf,
  counted,
  diceInWords,
  isAlone,
  isBetsy,
  isOver,
  isSetUp,
  type Move,
  type View,
} from "./reading";

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

function goal({ view }: GameProps<View, Move>): { wins: string; rest: string } {
  const cards = isSetUp(view) ? "The railway is being laid" : `${counted(view.deck_size, "card")} left`;
  if (view.mode === MODE.betsy) return { wins: "Fewer points than Betsy win.", rest: cards };
  if (view.mode === MODE.solo_hard)
    return { wins: "Few points, few derailments.", rest: `${cards}, ${derailed(view)}` };
  return { wins: isAlone(view) ? "Few points are the goal." : "Fewest points win.", rest: cards };
}

function derailed({ derailments }: View): string {
  return `derailed ${derailments} of ${PAGE.derailments_allowed}`;
}

const dock = { beside: 140, below: 174 };
/** Low enough that the hand is in sight on the smallest phones. */
const least = 0.6;

// held against the contract here, so that a mistake is found where it was made
({
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
}) satisfies GameModule<View, Move>;

export {
  Actions,
  Board,
  Facts,
  Picture,
  Player,
  Portrait,
  Side,
  Tag,
  Words,
  begins,
  called,
  dock,
  duration,
  glyph,
  goal,
  least,
  seatClass,
  touch,
  turn,
  recap,
};
