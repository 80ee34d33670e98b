/** How a game of Hot Tin Roof ended, told in a headline and a line below it. */
import type { SeatInfo } from "../../../table/board";
import { listOf } from "../../../lobby/words";
import { whoIs, whom } from "../../boards/naming";
import { cansInWords, foodOf, seatsOf, tilesOf, type View } from "../reading";

export interface Ending {
  title: string;
  line: string;
  /** Seats from the first place to the last. */
  order: number[];
}

export function endingOf(view: View, seats: SeatInfo[], viewer: number | null): Ending {
  const order = seatsOf(view).sort((one, other) => compare(view, one, other));
  const winner = order[0]!;
  const food = foodOf(view, winner);
  const tied = order.slice(1).filter((seat) => foodOf(view, seat) === food);
  const wins = `${whoIs(seats, winner, viewer)} ${winner === viewer ? "win" : "wins"}`;
  const names = tied.map((seat) => whom(seats, seat, viewer));
  const edge = view.ties_by_tiles && tied.every((seat) => tilesOf(view, seat) < tilesOf(view, winner));
  const line = names.length ? tieLine(names, edge ? "more home tiles" : "the better seat") : lineFor(view);
  return { title: `${wins} with ${cansInWords(food)} of food`, line, order };
}

/** More food first; ties go by home tiles where the table says so, then to the left of whoever ended the game. */
function compare(view: View, one: number, other: number): number {
  const tiles = view.ties_by_tiles ? tilesOf(view, other) - tilesOf(view, one) : 0;
  return foodOf(view, other) - foodOf(view, one) || tiles || toTheLeft(view, one) - toTheLeft(view, other);
}

function toTheLeft(view: View, seat: number): number {
  return (seat - view.trigger - 1 + 2 * view.seats) % view.seats;
}

function tieLine(names: string[], edge: string): string {
  return `As much as ${listOf(names)}, and ${edge}.`;
}

function lineFor(view: View): string {
  if (view.market > 0) return "The sun comes up, and the fish that are left go back on ice.";
  if (view.banked > 0) return `The market is empty, and the bank keeps ${cansInWords(view.banked)}. Banks do.`;
  return "The market is empty, every pair is home, and the roofs are quiet.";
}
