/** One's tables told in words. Knows the protocol and no page. */
import type { Listed } from "../generated/protocol";
import { ago, counted, listOf, nameOn, othersAt } from "../lobby/words";
import { tableName } from "../table/words";

const DAY = 24 * 3600_000;
/** A table where nothing has happened for so long was left. */
const LEFT = 2 * DAY;

/** "Your turn at 2 tables". */
export function headline(due: number): string {
  return due === 0 ? "Nobody waits for you" : `Your turn at ${counted(due, "table", "tables")}`;
}

/** Tables where it is one's turn, and the others. */
export function sorted(running: Listed[]): { due: Listed[]; others: Listed[] } {
  const isDue = ({ stage, your_turn }: Listed) => stage === "playing" && your_turn;
  return { due: running.filter(isDue), others: running.filter((table) => !isDue(table)) };
}

/** How many seats wait for somebody, with an invitation or without. */
export function freeAt(table: Listed): number {
  return table.seats.filter(({ kind }) => kind === "friend" || kind === "open").length;
}

/** Where others think, or are awaited: "Priya has been thinking for 20 minutes". */
export function lineOf(table: Listed, now: number): string {
  if (table.stage === "lobby")
    return freeAt(table) === 0
      ? `Everybody is here, opened ${ago(table.updated, now)}`
      : `Waiting for ${freeAt(table) === 1 ? "one more player" : `${freeAt(table)} more players`}`;
  const who = table.turn === null ? undefined : table.seats[table.turn];
  const since = ago(table.updated, now);
  if (since === "just now") return who ? `${nameOn(who)} is thinking` : "Everybody plays at once";
  const length = since === "yesterday" ? "since yesterday" : `for ${since.replace(/ ago$/, "")}`;
  return who ? `${nameOn(who)} has been thinking ${length}` : `Everybody plays at once, ${length}`;
}

/** Whether a table seems to be left: nothing has happened there for days. */
export function isLeft(table: Listed, now: number): boolean {
  return now - table.updated > LEFT;
}

/** Whether somebody who looks for a table, a person, a game or a code may mean this one. */
export function isMeant(table: Listed, game: string, find: string): boolean {
  const wanted = find.toLowerCase();
  const names = [table.name, game, table.id, tableName(table.id), ...table.seats.map(nameOn)];
  return names.some((name) => name.toLowerCase().includes(wanted));
}

export interface Result {
  isFirst: boolean;
  place: string;
  points: string;
}

const ENDINGS: Record<number, string> = { 1: "st", 2: "nd", 3: "rd" };

function ordinal(place: number): string {
  return `${place}${(place % 100 > 10 && place % 100 < 14 ? "" : ENDINGS[place % 10]) || "th"}`;
}

/** What came of a game for whoever looks; at a shared device, who won. */
export function resultOf(table: Listed): Result {
  const { mine, places, scores, scored } = table;
  const players = places.length;
  const points = (seat: number) => (scored ? counted(scores[seat] ?? 0, "point", "points") : "");
  const [seat] = mine;
  if (seat === undefined || places[seat] === undefined) return { isFirst: false, place: "", points: "" };
  if (!scored) return { isFirst: false, place: places[seat] === 1 ? "Won" : "Lost", points: "" };
  if (mine.length > 1) {
    const winner = mine.find((each) => places[each] === 1);
    return winner === undefined
      ? { isFirst: false, place: "", points: "" }
      : { isFirst: false, place: `${table.seats[winner]?.name ?? ""} won`, points: points(winner) };
  }
  if (players === 1)
    return { isFirst: places[seat] === 1, place: places[seat] === 1 ? "Won" : "Lost", points: points(seat) };
  return { isFirst: places[seat] === 1, place: `${ordinal(places[seat])} of ${players}`, points: points(seat) };
}

/** "against Jonas and Pepper"; whoever shares a device with everybody played on it. */
export function against(table: Listed): string {
  const others = listOf(othersAt(table));
  if (others) return `against ${others}`;
  return table.mine.length > 1 ? listOf(table.mine.map((seat) => table.seats[seat]?.name ?? "")) : "alone";
}

/** The day of something: "today", "yesterday", "12 Nov", and the year where it is not this one. */
export function dayOf(then: number, now: number): string {
  const [day, today] = [new Date(then), new Date(now)];
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
  if (then >= midnight) return "today";
  if (then >= midnight - DAY) return "yesterday";
  const isThisYear = day.getFullYear() === today.getFullYear();
  return day.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
