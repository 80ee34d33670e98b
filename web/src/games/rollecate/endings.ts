/** How a game of Rollecate ended, told in a headline and a line below it. Who wins a tie is for the result to say. */
import type { SeatInfo } from "../../table/board";
import type { Result } from "./best.svelte";
import { cardOf, counted, isAlone, isBetsy, listed, nameOf, pileOf, seatsOf, type View } from "./reading";

export interface Ending {
  title: string;
  line: string;
  /** Whether there is something to celebrate. */
  happy: boolean;
}

/** `best` are the best results of the same way to play on this device, this one included if it is one of them. */
export function endingOf(
  view: View,
  seats: SeatInfo[],
  scores: number[],
  viewer: number | null,
  best: Result[],
): Ending {
  if (view.lost)
    return {
      title: "One derailment too many",
      line: `She lies beside the tracks after ${counted(view.derailments, "derailment")}, and the game is lost.`,
      happy: false,
    };
  if (isAlone(view)) return alone(scores[0] ?? 0, best);
  const least = Math.min(...scores);
  const first = seatsOf(view).filter((seat) => scores[seat] === least);
  if (first.length > 1)
    return {
      title: `${listed(first.map((seat) => nameOf(seats, seat)))}: ${least} each`,
      line: areAlike(view, first)
        ? "Their piles are alike, so they share the victory."
        : "Fewer cards decide, and then fewer high ones.",
      happy: true,
    };
  const winner = first[0]!;
  const title = winner === viewer ? "You win" : `${nameOf(seats, winner)} wins`;
  return { title: `${title} with ${what(view, winner, least)}`, line: lineFor(view, winner), happy: true };
}

/** Whether piles have the same numbers on their cards: then nothing breaks a tie. */
function areAlike(view: View, seats: number[]): boolean {
  const numbers = seats.map((seat) => pileOf(view, seat).map((kind) => cardOf(kind).value));
  return new Set(numbers.map((each) => each.sort().join())).size === 1;
}

function alone(points: number, best: Result[]): Ending {
  const title = `The last card, and ${counted(points, "point")}`;
  if (best[0]?.points === points && best.length > 1)
    return { title, line: "Nobody did better on this device.", happy: true };
  if (best.length > 1)
    return { title, line: `The best on this device: ${counted(best[0]!.points, "point")}.`, happy: true };
  return { title, line: "The first result on this device: something to beat.", happy: true };
}

function what(view: View, seat: number, score: number): string {
  return counted(score, isBetsy(view, seat) ? "card" : "point");
}

function lineFor(view: View, winner: number): string {
  if (isBetsy(view, winner)) return "She keeps the timetable, and now the trophy too.";
  if (pileOf(view, winner).length === 0) return "Not a single card in the pile. The station master salutes.";
  return "The engine cools down. Well driven.";
}
