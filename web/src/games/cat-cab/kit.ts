/** What a driver has, in a few words each: for the rail, and for the table in words. */
import { counted, listOf } from "../../lobby/words";
import { LEFT, OUT, START, diceOf, squareName, type View } from "./reading";

const RANKS = ["first", "second", "third"];

export function faresInWords(view: View, seat: number): string {
  const fares = view.held[seat] ?? 0;
  return fares ? counted(fares, "fare", "fares") : "no fare";
}

/** "red D8", "red D6 and blue D6"; empty for none. */
export function diceInWords(view: View, seat: number): string {
  return listOf(diceOf(view, seat).map(({ name }) => name));
}

/** Where the cab is. */
export function whereabouts(view: View, seat: number): string {
  const place = view.place[seat] ?? OUT;
  if (place === OUT) return "towed away, no points";
  if (place === LEFT) return `left the city ${RANKS[view.departure[seat]! - 1]}`;
  return place === START ? "in the start area" : `at ${squareName(place)}`;
}

/** How long somebody may still take to leave; empty before rush hour and for those who are gone. */
export function hurry(view: View, seat: number): string {
  const turns = view.rush[seat] ?? 0;
  const place = view.place[seat] ?? OUT;
  if (!turns || place === LEFT || place === OUT) return "";
  return turns === 1 ? "last turn to leave" : `${turns} turns left to leave`;
}
