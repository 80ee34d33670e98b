/** The deal of the day in words. Knows the protocol and no page. */
import type { DealDocument, DealResult } from "../generated/protocol";
import { counted } from "../lobby/words";

const MINUTE = 60_000;

/** A day of the server, which is the same day everywhere: "2026-11-18" at noon. */
function dateOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

const told = (day: string, how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...how }).format(dateOf(day));

/** "Friday, 14 November". */
export const longDay = (day: string) => `${weekday(day)}, ${plainDay(day)}`;
const weekday = (day: string) => told(day, { weekday: "long" });
export const shortDay = (day: string) => told(day, { weekday: "short" });
/** "14 November". */
const plainDay = (day: string) => told(day, { day: "numeric", month: "long" });

/** The day before one. */
export function dayBefore(day: string): string {
  return new Date(dateOf(day).getTime() - 24 * 60 * MINUTE).toISOString().slice(0, 10);
}

/** "1st", "2nd", "3rd", "11th". */
export function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}

const RANKS = ["", "first", "second", "third", "fourth", "fifth"];
export const rankInWords = (rank: number) => RANKS[rank] ?? ordinal(rank);

/** "14 min", "under a minute", "2 h 5 min". */
export function spanInWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 1) return "under a minute";
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
}

/** "in 5 hours", "in 12 minutes". */
export function untilInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  return minutes < 60
    ? `in ${counted(minutes, "minute", "minutes")}`
    : `in ${counted(Math.round(minutes / 60), "hour", "hours")}`;
}

/** How somebody did: points where there are any, the place at the table otherwise. */
export function scoreOf({ points, place }: DealResult, { scored }: Pick<DealDocument, "scored">): string {
  return scored ? counted(points, "point", "points") : place === 1 ? "won" : `${rankInWords(place)} at the table`;
}

/** What is sent to others: the day, the game, how one did, and a drawing. */
export function shareText(deal: DealDocument, own: DealResult, lines: string[], address: string): string {
  const rank = deal.players > 1 ? `, ${ordinal(own.rank)} of ${deal.players}` : "";
  const head = [`Tabbytop, ${plainDay(deal.day)}: ${deal.title}`, `${scoreOf(own, deal)}${rank}`];
  return [...head, ...(lines.length ? ["", ...lines] : []), "", address].join("\n");
}
