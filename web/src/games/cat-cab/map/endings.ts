/** How a game of Cat Cab ended, told in a headline, a line below it, and who looks how. */
import type { SeatInfo } from "../../../table/board";
import type { Mood } from "../pieces/Driver.svelte";
import { capital, counted, listOf } from "../../../lobby/words";
import { whoIs, whom } from "../../boards/naming";
import { OUT, isCrazy, seatsOf, type View } from "../reading";

export type Scene = "podium" | "fight" | "jam" | "crazy" | "night";

export interface Ending {
  scene: Scene;
  title: string;
  line: string;
  winner: number;
  moods: Mood[];
}

export function endingOf(view: View, seats: SeatInfo[], scores: number[], viewer: number | null): Ending {
  const winner = view.champion;
  const stuck = seatsOf(view).filter((seat) => view.place[seat] === OUT);
  const moods = seatsOf(view).map((seat): Mood =>
    seat === winner ? "happy" : stuck.includes(seat) ? "dizzy" : "calm",
  );
  if (winner < 0)
    return {
      scene: "night",
      title: "Nobody made it out",
      line: "The meter runs and the drivers sleep. Nobody wins, and all share second place.",
      winner,
      moods: seatsOf(view).map(() => "asleep"),
    };
  const wins = `${whoIs(seats, winner, viewer)} ${winner === viewer ? "win" : "wins"}`;
  if (isTied(view, scores, winner))
    return {
      scene: "fight",
      title: `${wins} the final cat fight`,
      line: "Equal on points, so fur had to fly. Everybody is fine.",
      winner,
      moods: moods.map((mood) => (mood === "happy" ? "happy" : "dizzy")),
    };
  if (isCrazy(view, winner))
    return { scene: "crazy", title: "Crazy cat wins", line: crazyLine(stuck.length > 0), winner, moods };
  if (stuck.length)
    return {
      scene: "jam",
      title: `${wins} with ${counted(scores[winner] ?? 0, "point", "points")}`,
      line: `${capital(listOf(stuck.map((seat) => whom(seats, seat, viewer))))} sat in traffic until the tow barge came.`,
      winner,
      moods,
    };
  return {
    scene: "podium",
    title: `${wins} with ${counted(scores[winner] ?? 0, "point", "points")}`,
    line: view.solo ? "Crazy cat wants a recount." : "Everybody out of town before dark. Well driven.",
    winner,
    moods,
  };
}

function crazyLine(stuck: boolean): string {
  return stuck ? "It never looked at a map, and still got out." : "No plan, no brakes, most points.";
}

function isTied(view: View, scores: number[], winner: number): boolean {
  return seatsOf(view).some((seat) => seat !== winner && view.departure[seat]! > 0 && scores[seat] === scores[winner]);
}
