/** Ratings and records in words, and where they stand on their scale. Knows no page. */
import type { Club, MonthTable, RatingInfo, Ratings } from "../generated/protocol";
import { counted, inWords } from "../lobby/words";

/** "1180 ± 70"; under five games only how many there are. */
export function ratingInWords({ rating, margin, games }: RatingInfo): string {
  return rating === null ? counted(games, "game so far", "games so far") : `${rating} ± ${margin}`;
}

/** What luck brought on average, in a sentence; nothing where no game was looked back at. */
export function luckInWords({ luck, luck_games }: Ratings): { share: string; words: string } | null {
  if (luck === null) return null;
  const percent = Math.round(100 * luck);
  const sign = percent < 0 ? "−" : percent > 0 ? "+" : "";
  const games = counted(luck_games, "reviewed game", "reviewed games");
  const even = Math.abs(percent) <= 2 ? " It evens out." : "";
  return { share: `${sign}${Math.abs(percent)} %`, words: `luck in a game, on average of ${games}.${even}` };
}

/** The ends of a scale on which all of these have room; faces stand at 0 to 3 of the scale of bots. */
export function scaleOf(ratings: RatingInfo[], against: RatingInfo["against"]): { from: number; to: number } {
  if (against === "bots") return { from: -1, to: 4 };
  const low = Math.min(...ratings.map((each) => each.low));
  const high = Math.max(...ratings.map((each) => each.high));
  return { from: low, to: Math.max(high, low + 1) };
}

/** Where something stands on a scale, in percent of its width; what lies beyond an end stands at it. */
export function onScale(value: number, { from, to }: { from: number; to: number }): number {
  return Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)));
}

/** The share of games won, in percent; none where every game was a tie. */
export function shareWon({ won, lost }: { won: number; lost: number }): number {
  return won + lost === 0 ? 0 : (100 * won) / (won + lost);
}

/** "Twelve people play on this server. Five are here now." */
export function companyInWords({ people, here }: Club): string {
  const several = people === 1 ? "One person plays" : `${inWords(people)} people play`;
  const play = people === 0 ? "Nobody has finished a game" : several;
  const now = here.length === 0 ? "Nobody is" : here.length === 1 ? "One is" : `${inWords(here.length)} are`;
  return `${play} on this server. ${now} here now.`;
}

/** "November", for "2026-11". */
export function monthInWords(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return new Date(Date.UTC(Number(year), Number(number) - 1, 1)).toLocaleDateString("en", {
    month: "long",
    timeZone: "UTC",
  });
}

/** A table of the month among others: "Patrician, 3 players". */
export const tableId = ({ game, players }: MonthTable) => `${game} ${players}`;
