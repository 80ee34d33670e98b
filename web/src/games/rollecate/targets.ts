/** Choices as cards and places: what can be done with a card, where the end of the line can go, and what a tap meant. */
import type { Choice } from "../../table/board";
import { CARD, bendNumber, endOf, moved, quarterTurns, type Point } from "./geometry";
import {
  CARDS,
  NONE,
  PHASE,
  cardOf,
  chaosOf,
  kindNamed,
  type Bend,
  type Move,
  type TrackName,
  type View,
} from "./reading";

/** What can be done with a card: built in one of some ways, or laid on the pile, with or without the top card. */
export interface Use {
  builds: { bend: Bend; choice: Choice<Move> }[];
  lay: Choice<Move> | null;
  combine: Choice<Move> | null;
}

/** What can be done with a kind of card among the choices; null if nothing. */
export function useOf(choices: Choice<Move>[], kind: number): Use | null {
  const use: Use = { builds: [], lay: null, combine: null };
  for (const choice of choices) {
    const { move } = choice;
    if ("build" in move && kindNamed(move.build.card) === kind) use.builds.push({ bend: move.build.bend, choice });
    const laid = laidBy(move);
    if (laid?.kind === kind) use[laid.combine ? "combine" : "lay"] = choice;
  }
  return use.builds.length || use.lay ? use : null;
}

/** The card that a move lays on a pile; null for other moves. */
export function laidBy(move: Move): { kind: number; combine: boolean } | null {
  if ("lay" in move) return { kind: kindNamed(move.lay.card), combine: move.lay.combine === "yes" };
  if ("chaos" in move) return { kind: chaosOf(move.chaos.value), combine: move.chaos.combine === "yes" };
  return null;
}

/** The kind that all choices are about, where cards are laid and only one is left; -1 if there are several. */
export function onlyKind(choices: Choice<Move>[]): number {
  const kinds = new Set(choices.map(({ move }) => ("lay" in move ? kindNamed(move.lay.card) : NONE)));
  return kinds.size === 1 ? [...kinds][0]! : NONE;
}

/** The kind of card that the one on the table or the one picked would add to the line; -1 if none. */
export function kindToLay(view: View, picked: number): number {
  return view.phase === PHASE.placing || view.phase === PHASE.betsy_bending ? view.shown : picked;
}

/** A way in which the line can go on. */
export interface Target {
  bend: Bend;
  choice: Choice<Move>;
  /** Where the line would leave the new card: the middle of that side. */
  exit: Point;
  /** The heading with which the line would go on. */
  heading: number;
}

/** The ways in which the line can go on with a kind of card; for cards drawn openly the moves do not name it. */
export function targetsOf(view: View, choices: Choice<Move>[], kind: number): Target[] {
  const ways = choices.flatMap((choice): { bend: Bend; choice: Choice<Move> }[] => {
    const { move } = choice;
    if ("place" in move) return [{ bend: move.place.bend, choice }];
    return "build" in move && kindNamed(move.build.card) === kind ? [{ bend: move.build.bend, choice }] : [];
  });
  const end = endOf(view);
  return ways.map(({ bend, choice }) => {
    const heading = (end.heading + quarterTurns(bendNumber(bend))) % 4;
    return { bend, choice, heading, exit: moved(end.at, heading, CARD / 2) };
  });
}

/** The target that a point on the table means: of several, the one whose way out is nearest. */
export function nearest(targets: Target[], point: Point): Target | null {
  let found: Target | null = null;
  let shortest = Infinity;
  for (const target of targets) {
    const distance = Math.hypot(target.exit.x - point.x, target.exit.y - point.y);
    if (distance < shortest) [found, shortest] = [target, distance];
  }
  return found;
}

/** Whether a point lies on the end cell, or near enough to be meant for it. */
export function isAtEnd(view: View, point: Point): boolean {
  const { at } = endOf(view);
  return Math.max(Math.abs(point.x - at.x), Math.abs(point.y - at.y)) < CARD;
}

/** What somebody had in mind who tries to play a card of the hand that is no choice now. */
export function moveMeant(kind: number): Move {
  const { name, value, kind: what, curve } = cardOf(kind);
  if (what === "chaos") return { chaos: { value: value as 1 | 2 | 3 | 4, combine: "no" } };
  return { build: { card: name as TrackName, bend: curve ? "left" : "straight" } };
}

/**
 * What somebody had in mind who presses the end of the line without a card for it: while something can be built, a card that
 * is not in the hand, else one that is. `hand` counts the cards of each kind.
 */
export function buildMeant(choices: Choice<Move>[], hand: readonly number[]): Move {
  const canBuild = choices.some(({ move }) => "build" in move);
  const kinds = CARDS.flatMap((card, kind) => (card.kind === "chaos" ? [] : [kind]));
  return moveMeant(kinds.find((kind) => (hand[kind] ?? 0) > 0 !== canBuild) ?? kinds[0]!);
}

/** The line as it lies once a card was added: which kind, how bent. null for moves that add none. */
export function addedBy(view: View, move: Move | null): { kind: number; bend: number } | null {
  if (!move) return null;
  if ("build" in move) return { kind: kindNamed(move.build.card), bend: bendNumber(move.build.bend) };
  return "place" in move ? { kind: view.shown, bend: bendNumber(move.place.bend) } : null;
}

/** Arrow keys among the ways out of the end cell: the one that leads that way, if any. */
export function towards(targets: Target[], key: string): number {
  const heading = { ArrowRight: 0, ArrowUp: 1, ArrowLeft: 2, ArrowDown: 3 }[key];
  return heading === undefined ? -1 : targets.findIndex((target) => target.heading === heading);
}
