/** Cat Cab for the page: what the frame draws with. */
import type { GameModule, Glyph, Step } from "../../table/board";
import { pressOf } from "../../table/pressing";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Player from "./Player.svelte";
import Portrait from "./SeatPortrait.svelte";
import Tag from "./SeatTag.svelte";
import Side from "./Side.svelte";
import Words from "./Words.svelte";
import { MAP } from "./geometry";
import { goal } from "./goal";
import { dieAtRest, duration } from "./motion";
import { decides, recap } from "./recap";
import Die from "./pieces/Die.svelte";
import { DICE, active, colourOf, isCrazy, isOver, type Move, type View } from "./reading";

function seatClass(view: View, seat: number): string {
  return `cab-${colourOf(view, seat)}`;
}

/** What the sentences of the rules call a seat: its colour, or Crazy cat. */
function called(view: View, seat: number): string {
  const colour = colourOf(view, seat);
  return isCrazy(view, seat) ? "Crazy cat" : colour.charAt(0).toUpperCase() + colour.slice(1);
}

function turn(view: View): number | null {
  return active(view) < 0 || isOver(view) ? null : active(view);
}

/** A turn die at rest speaks for itself; all other dice need words. */
function glyph(step: Step<Move>, before: View): Glyph | null {
  const die = DICE[dieAtRest(before, step.move)];
  if (!die || !step.move || !("die" in step.move)) return null;
  const { colour, sides, name } = die;
  const face = step.move.die.shows;
  const label = `${colour === "white" ? "white die" : name}: ${face}`;
  return {
    Picture: Die,
    props: { colour, sides, face, width: 20, height: 20, role: "img", "aria-hidden": false, "aria-label": label },
  };
}

/** Which dice were marked is told by the roll that follows, and that a turn ends by the next one. */
function quiet(step: Step<Move>): boolean {
  return step.move !== null && ("mark" in step.move || "end_turn" in step.move);
}

/** A die is chosen first, and then re-rolled with all that are. */
function touch(move: Move): string[] {
  return "mark" in move ? [pressOf(move), "reroll"] : [pressOf(move)];
}

const aspect = MAP.width / MAP.height;
const least = 0.8;
const dock = { beside: 230, below: 205, low: 112, aside: 72 };

export default {
  Board,
  Words,
  aspect,
  least,
  dock,
  goal,
  Side,
  Actions,
  Player,
  Facts,
  Portrait,
  Tag,
  called,
  turn,
  decides,
  recap,
  glyph,
  quiet,
  seatClass,
  duration,
  touch,
} satisfies GameModule<View, Move>;
