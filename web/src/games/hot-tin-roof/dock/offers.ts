/** The choices of a turn, sorted for the dock: dumpsters by what is in them, and what a pair can do in the settlement. */
import type { Choice } from "../../../table/board";
import { PAGE } from "../generated";
import { DUMPSTERS, SHAPES, foodOf, homesAt, isOut, type Cat, type Move, type Shape, type View } from "../reading";
import { planToMeet, type RoutePlan } from "../routes";
import { catsToMove } from "../targets";

export interface Dive {
  choice: Choice<Move>;
  dumpster: number;
  kind: string;
  homes: readonly number[];
  cans: number;
}

/** The dumpsters that can be emptied, most cans first. */
export function divesOf(view: View, choices: Choice<Move>[]): Dive[] {
  const dives = choices.flatMap((choice) => {
    const { move } = choice;
    if (!("dive" in move)) return [];
    const dumpster = DUMPSTERS.findIndex(({ id }) => id === move.dive.dumpster);
    const { kind } = DUMPSTERS[dumpster]!;
    return [{ choice, dumpster, kind, homes: homesAt(view, dumpster), cans: view.dumpster[dumpster]! }];
  });
  return dives.sort((one, other) => other.cans - one.cans || one.dumpster - other.dumpster);
}

export interface Joinable {
  shape: number;
  plan: RoutePlan;
}

/** Pairs that can be brought together now, with the cheapest way to do it. */
export function joinablePairs(view: View, choices: Choice<Move>[]): Joinable[] {
  const cats = catsToMove(view, choices);
  return SHAPES.flatMap((_, shape) => {
    const cat = cats.find((other) => other.shape === shape);
    const plan = cat ? planToMeet(view, cat) : null;
    return plan?.payable ? [{ shape, plan }] : [];
  });
}

/** A pair in the settlement: whether it is still on the roofs, and what can be done about it. */
export interface Settling {
  shape: number;
  isHome: boolean;
  cheapest: Choice<Move> | null;
  own: Choice<Move> | null;
  bank: Choice<Move> | null;
  /** What the bank takes. */
  due: number;
}

export function settlementOf(view: View, choices: Choice<Move>[]): Settling[] {
  return SHAPES.map((name, shape) => ({
    shape,
    isHome: !isOut(view, view.turn, shape),
    cheapest: choices.find(({ move }) => "join_cheapest" in move && isOf(move.join_cheapest.shape, name)) ?? null,
    own: choices.find(({ move }) => "join" in move && isOf(move.join.shape, name)) ?? null,
    bank: choices.find(({ move }) => "bank" in move && isOf(move.bank.shape, name)) ?? null,
    due: Math.min(PAGE.bank, foodOf(view, view.turn)),
  }));
}

function isOf(shape: Shape, name: Shape): boolean {
  return shape === name;
}

/** Some cat of a pair of whoever is on turn. */
export function catOf(view: View, shape: number): Cat {
  return { seat: view.turn, shape, which: 0 };
}
