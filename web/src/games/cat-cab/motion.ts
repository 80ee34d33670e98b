/**
 * How long things take and which way they go: what happened between two views, for the animations. Times are in
 * milliseconds at normal speed.
 */
import { PAGE } from "./generated";
import type { Step } from "../../table/board";
import { wayAhead, wayBack } from "./geometry";
import { LEFT, OUT, PHASE, active, bits, isRushHour, type Move, type View } from "./reading";

export const TIME = {
  space: 160,
  boostedSpace: 100,
  tumble: 220,
  settle: 110,
  luck: 420,
  puff: 180,
  hop: 200,
  fly: 360,
  depart: 500,
  nightfall: 700,
  tow: 900,
  round: 500,
  finish: 900,
  blink: 60,
} as const;

/** A drive or a push: whose cab, and the places it comes through. */
export interface Way {
  seat: number;
  places: number[];
  time: number;
  /** Pushed back rather than driven. */
  pushed: boolean;
}

/** The way a cab took in a step, or would take by a move; null if no cab moves. */
export function wayOf(before: View, move: Move | null): Way | null {
  if (!move) return null;
  const seat = active(before);
  const from = before.place[seat];
  if (from === undefined) return null;
  if ("move" in move) return drive(seat, wayAhead(before, from, move.move.direction, move.move.spaces), TIME.space);
  if ("boost" in move)
    return drive(seat, wayAhead(before, from, move.boost.direction, before.boost), TIME.boostedSpace);
  return null;
}

function drive(seat: number, places: number[], perSpace: number): Way {
  return { seat, places, time: (places.length - 1) * perSpace, pushed: false };
}

/** The way of a step, the pushes included: those are read off the two views. */
export function wayBetween(before: View, after: View, move: Move | null): Way | null {
  const way = wayOf(before, move);
  if (way) return endingAt(way, after.place[way.seat] ?? OUT);
  if (!move || !("back" in move) || before.back_seat < 0) return null;
  const seat = before.back_seat;
  const from = before.place[seat]!;
  const places = wayBack(before, from, after.place[seat]!);
  return { ...drive(seat, places, TIME.space), pushed: true };
}

/** A way as far as it was driven: Crazy cat may stop on it. */
function endingAt(way: Way, place: number): Way {
  const driven = way.places.indexOf(place);
  const spaces = way.places.length - 1;
  if (driven < 1 || driven === spaces) return way;
  return { ...way, places: way.places.slice(0, driven + 1), time: (way.time * driven) / spaces };
}

/** Which die came to rest in a step; -1 if none of the turn dice did. */
export function dieAtRest(before: View, move: Move | null): number {
  if (!move || !("die" in move) || before.phase !== PHASE.turn_dice) return -1;
  return bits(before.rolling)[0] ?? -1;
}

/** Whether a step set off rush hour. */
export function beginsRushHour(before: View, after: View): boolean {
  return !isRushHour(before) && isRushHour(after);
}

/** The seats that were towed away in a step. */
export function towedBetween(before: View, after: View): number[] {
  return after.place.flatMap((place, seat) => (place === OUT && before.place[seat] !== OUT ? [seat] : []));
}

/** The seats that drove out of the city in a step. */
export function departedBetween(before: View, after: View): number[] {
  return after.place.flatMap((place, seat) => (place === LEFT && before.place[seat] !== LEFT ? [seat] : []));
}

export function duration(step: Step<Move>, before: View, after: View): number {
  return actOf(step.move, before, after) + aftermathOf(before, after);
}

function actOf(move: Move | null, before: View, after: View): number {
  if (!move) return TIME.blink;
  const way = wayBetween(before, after, move);
  if (way) return way.time;
  if ("die" in move) return timeOfDie(before, after);
  if ("roll" in move || "reroll" in move) return TIME.tumble;
  if ("collect" in move) return TIME.hop + TIME.puff;
  if ("take_die" in move || "lose_die" in move || "sabotage" in move) return TIME.fly;
  if ("cancel" in move || "end_turn" in move) return TIME.puff;
  return TIME.blink;
}

function timeOfDie(before: View, after: View): number {
  if (before.phase === PHASE.turn_dice) return after.curses.some(isMoreThanIn(before)) ? TIME.puff : TIME.settle;
  if (before.phase === PHASE.fight_dice || before.phase === PHASE.final_fight)
    return before.fight_die ? TIME.round : TIME.tumble;
  return TIME.luck;
}

function isMoreThanIn(before: View): (curses: number, seat: number) => boolean {
  return (curses, seat) => curses > before.curses[seat]!;
}

function aftermathOf(before: View, after: View): number {
  let time = 0;
  if (departedBetween(before, after).length) time += TIME.depart;
  if (beginsRushHour(before, after)) time += TIME.nightfall;
  if (towedBetween(before, after).length) time += TIME.tow;
  if (after.phase === PHASE.finished) time += TIME.finish;
  return time;
}

/** The passengers who are neither on the map nor picked up yet. */
export function passengersToCome(view: View): number {
  return PAGE.passengers - view.picked_up - (view.passenger >= 0 ? 1 : 0);
}
