/**
 * How long things take: what happened between two views, for the animations. Times are in milliseconds at normal speed.
 */
import type { Step } from "../../table/board";
import { CITIES, PHASE, cityNamed, isScored, type Move, type View } from "./reading";

export const TIME = {
  deal: 90,
  lay: 220,
  settle: 240,
  take: 380,
  run: 300,
  score: 700,
  reveal: 500,
  finish: 900,
  blink: 60,
} as const;

export function duration(step: Step<Move>, before: View, after: View): number {
  return actOf(step.move, before, after) + (after.phase === PHASE.finished ? TIME.finish : 0);
}

function actOf(move: Move | null, before: View, after: View): number {
  if (!move) return 0;
  if ("deal" in move || "dealt_unseen" in move) return TIME.deal;
  if ("lay" in move) return before.phase === PHASE.laying_out ? TIME.deal : TIME.lay;
  if ("floor" in move || "play" in move) return TIME.settle;
  if ("move" in move || "move_after" in move) return TIME.settle;
  if ("take" in move || "take_none" in move) return TIME.take + (scoredBetween(before, after).length ? TIME.score : 0);
  if ("messenger" in move) return TIME.run;
  return "show_piles" in move || "count_messengers" in move ? TIME.reveal : TIME.blink;
}

/** The cities that were completed in a step. */
export function scoredBetween(before: View, after: View): number[] {
  return CITIES.map((_, city) => city).filter((city) => isScored(after, city) && !isScored(before, city));
}

/** A card on its way to a hand: from which city, to whom. */
export function takenBetween(before: View, move: Move | null): { city: number; card: number; seat: number } | null {
  if (!move || !("take" in move)) return null;
  const city = cityNamed(move.take.city);
  return { city, card: before.face_up[city]!, seat: before.turn };
}
