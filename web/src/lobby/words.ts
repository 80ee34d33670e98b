/** Tables in lists, told in words. Knows the protocol and nothing of any page. */
import { catOf } from "../art/levels";
import type { Listed, SeatInfo } from "../generated/protocol";

/** "A", "A and B", "A, B and C". */
export function listOf(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A number at the beginning of a sentence: "Five", "12". */
export function inWords(number: number): string {
  const word = NUMBERS[number] ?? String(number);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const WIDEST = 5;

/** In how many columns so many cards stand on a wide page: as few rows as they need, and those as even as they can be. */
export function columnsFor(cards: number): number {
  return Math.max(1, Math.ceil(cards / Math.max(1, Math.ceil(cards / WIDEST))));
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Bots by their levels, several of one level as one: "Kitten", "2 house cats". */
export function tellCats(levels: string[]): string[] {
  return [...new Set(levels)].map((level) => {
    const { name } = catOf(level);
    const count = levels.filter((each) => each === level).length;
    return count === 1 ? name : `${count} ${name.toLowerCase()}s`;
  });
}

/** What to call those who sit on some seats: people first, then bots. */
function namesOf(seats: SeatInfo[]): string[] {
  const people = seats.filter(({ kind }) => kind !== "bot").map(({ name }) => name);
  return [...people, ...tellCats(seats.filter(({ kind }) => kind === "bot").map(({ level }) => level ?? ""))];
}

function taken(table: Listed): SeatInfo[] {
  return table.seats.filter((seat) => seat.kind !== "open" && seat.kind !== "friend");
}

/** Everybody at a table but the one who looks at it. */
export function othersAt(table: Listed, myName: string): string[] {
  return namesOf(taken(table).filter((seat) => !(seat.kind === "guest" && seat.name === myName)));
}

/** How long ago, roughly; times are in milliseconds. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute", "minutes")} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${counted(hours, "hour", "hours")} ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

export interface TableLine {
  /** Said with emphasis, before the rest. */
  first: string;
  rest: string;
  verb: string;
  /** How much the verb asks for attention. */
  tone: "pri" | "" | "quiet";
}

/** A table where one sits. */
export function lineOfMine(table: Listed, myName: string, now: number): TableLine {
  const others = listOf(othersAt(table, myName));
  const against = others ? `against ${others}` : "on this device";
  const when = ago(table.updated, now);
  switch (table.stage) {
    case "lobby":
      return { first: "", rest: `${freeSeats(table)}, opened ${when}`, verb: "Open", tone: "" };
    case "playing":
      return table.your_turn
        ? { first: "Your turn", rest: against, verb: "Continue", tone: "pri" }
        : { first: "", rest: `${capital(against)}, last move ${when}`, verb: "Open", tone: "" };
    case "over":
      return { first: "", rest: `Over, ${against}, ${when}`, verb: "Replay", tone: "quiet" };
    case "closed":
      return { first: "", rest: `Closed ${when}`, verb: "Replay", tone: "quiet" };
  }
}

/** A table that anybody may join or watch. */
export function lineOfOpen(table: Listed): TableLine {
  const names = namesOf(taken(table));
  const host = taken(table).find((seat) => seat.kind === "guest")?.name ?? "A table";
  if (table.stage === "lobby" && table.free > 0)
    return { first: "", rest: `${host} is waiting, ${freeSeats(table)}`, verb: "Sit down", tone: "" };
  const doing = table.stage === "playing" ? "playing now" : "about to start";
  return { first: "", rest: `${listOf(names)}, ${doing}`, verb: "Watch", tone: "quiet" };
}

function freeSeats(table: Listed): string {
  return table.free === 0 ? "all seats taken" : `${counted(table.free, "seat", "seats")} free`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name of the protocol as a label: "entry_gate" is "Entry gate", "level2_set" is "Level 2 set". */
export function labelOf(name: string): string {
  return capital(
    name
      .replaceAll("_", " ")
      .replaceAll("-", " ")
      .replace(/([a-z])(\d)/g, "$1 $2"),
  );
}

/** Whole numbers in order, as a span where they have no gaps: "1–3", "2, 4". */
export function spanOf(numbers: number[]): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (low === high) return String(low);
  return high - low + 1 === numbers.length ? `${low}–${high}` : numbers.join(", ");
}
