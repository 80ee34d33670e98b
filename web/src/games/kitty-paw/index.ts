/** Kitty Paw for the page: what the frame draws with. */
import type { GameModule, Step } from "../../table/board";
import type { Sound } from "../../table/sounds";
import { PAGE } from "./generated";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Player from "./Player.svelte";
import Portrait from "./SeatPortrait.svelte";
import Tag from "./SeatTag.svelte";
import Words from "./Words.svelte";
import { goal } from "./goal";
import { duration } from "./motion";
import { colourOf, isCalm, roundInWords, type Move, type View } from "./reading";
import { touch } from "./touching";

function seatClass(_: View, seat: number): string {
  return `p-${colourOf(seat)}`;
}

/** What the sentences of the rules call a seat: its colour. */
function called(_: View, seat: number): string {
  return PAGE.seats[seat] ?? "";
}

/** There are no turns: everybody acts at once. */
function turn(): null {
  return null;
}

/** What hands do by the hundred, and how the table is laid: everybody sees it, and nobody reads it. */
const QUIET = [
  ...["mix", "top", "turn_over", "find", "tumble", "ready"],
  ...["grab", "put", "lift", "turn", "flip", "give_back", "peek", "unpeek", "end_peek", "box_flip", "box_move"],
];

function quiet({ move }: Step<Move>): boolean {
  return move !== null && QUIET.some((family) => family in move);
}

/** Breeds may be called like seats. */
const names = PAGE.breeds.map(({ name }) => name);

/** Own hands are heard when they act; of others only what all must hear. */
function sound({ move, actor }: Step<Move>, viewer: number | null): Sound | null {
  if (!move || actor === viewer) return null;
  if ("meow" in move) return "meow";
  if ("paw" in move) return "paw";
  return "check" in move || "penalise" in move ? "drop" : null;
}

function chapter(view: View): string {
  return roundInWords(view).replace(/ of .*/, "");
}

function races(view: View): boolean {
  return !isCalm(view);
}

const whole = true;

const keys = [
  ["R", "Ready"],
  ["1 – 4", "Take a card of the row"],
  ["Q, E", "Turn the tile left or right"],
  ["F", "Flip the tile"],
  ["B", "Turn the box card over"],
  ["1 – 8", "Look under a box, or put it down"],
  ["K", "Keep what is under it"],
  ["H", "Show what comes next"],
  ["Esc", "Give back what is in the hand; leave the replay"],
  ["M", "Meow, and show the paw"],
] as const;

export default {
  Board,
  Player,
  Facts,
  Portrait,
  Tag,
  called,
  names,
  turn,
  chapter,
  races,
  quiet,
  sound,
  seatClass,
  duration,
  goal,
  keys,
  whole,
  Words,
  touch,
} satisfies GameModule<View, Move>;
