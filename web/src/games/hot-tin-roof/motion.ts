/**
 * How long things take and which way they go: what happened between two views, for the animations. Times are in
 * milliseconds at normal speed.
 */
import type { Step } from "../../table/board";
import {
  DUMPSTERS,
  NOWHERE,
  PHASE,
  SHAPES,
  isOver,
  partnerOf,
  roofOf,
  wayNamed,
  type Cat,
  type Move,
  type View,
} from "./reading";
import { planToMeet, type Walk } from "./routes";

export const TIME = {
  step: 380,
  hurried: 260,
  meet: 760,
  can: 420,
  between: 55,
  place: 260,
  tile: 320,
  gift: 500,
  finish: 900,
  blink: 60,
} as const;

/** Cans that fly are drawn up to this many. */
export const MOST_CANS = 8;

/** What cats walk in a step, and whether they then meet. */
export interface Outing {
  walks: Walk[];
  meets: boolean;
  /** How long one step of it takes. */
  pace: number;
}

/** Which cats go where in a move; null if none does. */
export function outingOf(before: View, move: Move | null): Outing | null {
  if (!move) return null;
  if ("step" in move) {
    const way = wayNamed(move.step.way);
    const cat = catAt(before, SHAPES.indexOf(move.step.shape), way.from);
    return { walks: [{ cat, ways: [way] }], meets: roofOf(before, partnerOf(cat)) === way.to, pace: TIME.step };
  }
  if (!("join_cheapest" in move)) return null;
  const plan = planToMeet(before, { seat: before.turn, shape: SHAPES.indexOf(move.join_cheapest.shape), which: 0 });
  return plan && { walks: plan.walks, meets: true, pace: TIME.hurried };
}

function catAt(view: View, shape: number, rooftop: number): Cat {
  const first = { seat: view.turn, shape, which: 0 };
  return roofOf(view, first) === rooftop ? first : partnerOf(first);
}

/** How long a walk takes; the two of a pair walk at the same time. */
export function timeOfOuting({ walks, pace }: Outing): number {
  return pace * Math.max(0, ...walks.map(({ ways }) => ways.length));
}

/** Cats that were put on the roofs in a step. */
export function arrivalsBetween(before: View, after: View): Cat[] {
  return SHAPES.flatMap((_, shape) => [0, 1].map((which) => ({ seat: before.turn, shape, which }))).filter(
    (cat) => roofOf(before, cat) === NOWHERE && roofOf(after, cat) !== NOWHERE,
  );
}

export function duration(step: Step<Move>, before: View, after: View): number {
  const ending = isOver(after) && !isOver(before) ? TIME.finish : 0;
  return timeOfMove(step.move, before) + ending;
}

function timeOfMove(move: Move | null, before: View): number {
  if (!move) return TIME.blink;
  const outing = outingOf(before, move);
  if (outing) return timeOfOuting(outing) + (outing.meets ? TIME.meet : 0);
  if ("ante" in move) return TIME.can + before.dumpster.length * TIME.between;
  if ("no_ante" in move || "bank" in move) return TIME.gift;
  if ("dive" in move) return TIME.can + Math.min(cansIn(before, move), MOST_CANS) * TIME.between;
  if ("tile" in move || "first" in move) return TIME.tile;
  if ("catwalk" in move || "deluxe" in move || "shelter" in move || "lift" in move) return TIME.place;
  if ("break_fish" in move || "buy_fish" in move) return TIME.can;
  return before.phase === PHASE.racing ? 2 * TIME.blink : TIME.blink;
}

function cansIn(view: View, move: { dive: { dumpster: string } }): number {
  return view.dumpster[DUMPSTERS.findIndex(({ id }) => id === move.dive.dumpster)] ?? 0;
}
