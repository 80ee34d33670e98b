/** Hot Tin Roof for the page: what the frame draws with. */
import { listOf } from "../../lobby/words";
import type { GameModule, Glyph, Step } from "../../table/board";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Player from "./Player.svelte";
import Portrait from "./SeatPortrait.svelte";
import Tag from "./SeatTag.svelte";
import Words from "./Words.svelte";
import { WHOLE_WIDTH, WIDE } from "./geometry";
import { goal } from "./goal";
import { duration } from "./motion";
import { recap } from "./recap";
import Homes from "./pieces/Homes.svelte";
import { touch } from "./touching";
import { TILES, colourOf, hasBegun, homeName, isOver, seatClass as classOf, type Move, type View } from "./reading";

function seatClass(_: View, seat: number): string {
  return classOf(seat);
}

/** What the sentences of the rules call a seat: its colour. */
function called(_: View, seat: number): string {
  const colour = colourOf(seat);
  return colour.charAt(0).toUpperCase() + colour.slice(1);
}

function turn(view: View): number | null {
  return hasBegun(view) && !isOver(view) ? view.turn : null;
}

/** A home tile that is turned up shows its homes itself. */
function glyph(step: Step<Move>): Glyph | null {
  const { move } = step;
  if (!move || !("tile" in move)) return null;
  const { homes } = TILES.find(({ id }) => id === move.tile.homes)!;
  const label = `A new home tile: ${listOf(homes.map(homeName))}`;
  return {
    Picture: Homes,
    props: { homes, width: 40, height: 20, role: "img", "aria-hidden": false, "aria-label": label },
  };
}

/** Taking a piece up is told by where it is put down, setting out to join by the steps. */
function quiet(step: Step<Move>): boolean {
  return step.move !== null && ("lift" in step.move || "join" in step.move);
}

const keys = [["A – O", "Choose a rooftop; two letters choose the gap between them"]] as const;

const night = true;
const aspect = WIDE.width / WIDE.height;
const least = WHOLE_WIDTH;
const dock = { beside: 150, below: 142 };

export default {
  Board,
  night,
  aspect,
  least,
  dock,
  Actions,
  Player,
  Facts,
  Portrait,
  Tag,
  Words,
  called,
  turn,
  recap,
  glyph,
  goal,
  keys,
  quiet,
  seatClass,
  duration,
  touch,
} satisfies GameModule<View, Move>;
