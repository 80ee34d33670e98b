/** How a game of Cat Cab ended, as its last picture shows it: who is in front, and who looks how. */
import type { Mood } from "../pieces/Driver.svelte";
import { OUT, isCrazy, seatsOf, type View } from "../reading";

export type Scene = "podium" | "fight" | "jam" | "crazy" | "night";

export interface Ending {
  scene: Scene;
  winner: number;
  moods: Mood[];
}

export function endingOf(view: View, scores: number[]): Ending {
  const winner = view.champion;
  const stuck = stuckIn(view);
  const moods = seatsOf(view).map((seat): Mood =>
    seat === winner ? "happy" : stuck.includes(seat) ? "dizzy" : "calm",
  );
  if (winner < 0) return { scene: "night", winner, moods: seatsOf(view).map(() => "asleep") };
  if (isTied(view, scores, winner))
    return { scene: "fight", winner, moods: moods.map((mood) => (mood === "happy" ? "happy" : "dizzy")) };
  if (isCrazy(view, winner)) return { scene: "crazy", winner, moods };
  return { scene: stuck.length ? "jam" : "podium", winner, moods };
}

/** Those who were still in the city. */
export function stuckIn(view: View): number[] {
  return seatsOf(view).filter((seat) => view.place[seat] === OUT);
}

function isTied(view: View, scores: number[], winner: number): boolean {
  return seatsOf(view).some((seat) => seat !== winner && view.departure[seat]! > 0 && scores[seat] === scores[winner]);
}
