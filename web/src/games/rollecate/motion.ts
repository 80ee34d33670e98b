/**
 * How long things take and what happened between two views, for the animations. Times are in milliseconds at normal
 * speed.
 */
import type { Step } from "../../table/board";
import { laidBy } from "./targets";
import { PHASE, isBrokenAt, isOver, type Move, type View } from "./reading";

export const TIME = {
  card: 200,
  crash: 1150,
  tumble: 420,
  draw: 280,
  deal: 170,
  build: 300,
  lay: 260,
  pair: 620,
  take: 380,
  turnUp: 380,
  luck: 500,
  finish: 900,
  blink: 40,
} as const;

/** A ride of the train: by places, and how many steps were missing at the end. */
export interface Ride {
  from: number;
  to: number;
  missing: number;
  time: number;
}

/** The ride in a step; null if the train neither moved nor derailed. */
export function rideBetween(before: View, after: View, move: Move | null): Ride | null {
  if (!move || before.train < 0) return null;
  const [from, to] = [before.train, after.train];
  const missing = after.derailments > before.derailments ? before.wheels - (to - from) : 0;
  if (from === to && missing === 0) return null;
  return { from, to, missing, time: TIME.card * (to - from) + (missing ? TIME.crash : 0) };
}

/** Broken tracks that the train moved onto in a step. */
export function damageBetween(before: View, after: View): number {
  let damage = 0;
  for (let place = before.train + 1; place <= after.train && before.train >= 0; place++)
    if (isBrokenAt(before, place)) damage++;
  return damage;
}

/** Dice that were thrown in a step, and how many of them show a wheel; null if none were. */
export function throwBetween(before: View, after: View, move: Move | null): { dice: number; wheels: number } | null {
  if (!move || !("throw" in move)) return null;
  return { dice: before.dice - after.dice, wheels: move.throw.wheels };
}

export function duration(step: Step<Move>, before: View, after: View): number {
  const ending = isOver(after) && !isOver(before) ? TIME.finish : 0;
  return actOf(step.move, before, after) + ending;
}

function actOf(move: Move | null, before: View, after: View): number {
  if (!move || "remove" in move || "removed_unseen" in move) return TIME.blink;
  const ride = rideBetween(before, after, move);
  if (ride) return ride.time;
  if ("throw" in move) return TIME.tumble;
  if ("draw" in move || "drawn_unseen" in move) return before.phase === PHASE.dealing ? TIME.deal : TIME.draw;
  if ("build" in move || "place" in move) return TIME.build;
  const laid = laidBy(move);
  if (laid) return laid.combine ? TIME.pair : TIME.lay;
  if ("take" in move) return TIME.take;
  if ("turn_up" in move) return TIME.turnUp;
  if ("start" in move || "show_hands" in move) return TIME.luck;
  return TIME.blink;
}
