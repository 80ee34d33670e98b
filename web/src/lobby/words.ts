/** Tables in lists, told in words. Knows the protocol and nothing of any page. */
import { levelOf } from "../art/levels";
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

/** What to call whoever sits on a seat; a card from before cats had names calls a bot by its level. */
export function nameOn({ kind, name, level }: SeatInfo): string {
  return kind === "bot" && (name === "" || name === level) ? levelOf(level ?? "").name : name;
}

/** What to call those who sit on some seats: people first, then bots. */
function namesOf(seats: SeatInfo[]): string[] {
  const isBot = ({ kind }: SeatInfo) => kind === "bot";
  return [...seats.filter((seat) => !isBot(seat)), ...seats.filter(isBot)].map(nameOn);
}

function taken(table: Listed): SeatInfo[] {
  return table.seats.filter((seat) => seat.kind !== "open" && seat.kind !== "friend");
}

/** Everybody at a table but the one who looks at it. */
export function othersAt(table: Listed): string[] {
  return namesOf(taken(table).filter(({ seat }) => !table.mine.includes(seat)));
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
export function lineOfMine(table: Listed, now: number): TableLine {
  const against = againstOthers(table);
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

/** "against Domino and Marmalade"; whoever sits alone or shares the device with everybody plays on it. */
function againstOthers(table: Listed): string {
  const others = listOf(othersAt(table));
  return others ? `against ${others}` : "on this device";
}

/** The game that waits for whoever looks, and how many more do; null where none does. */
export function waiting(mine: Listed[]): { table: Listed; against: string; more: string } | null {
  const due = mine.filter(({ stage, your_turn }) => stage === "playing" && your_turn);
  const table = due.reduce<Listed | null>((last, each) => (last && last.updated >= each.updated ? last : each), null);
  if (table === null) return null;
  const more = due.length - 1;
  return {
    table,
    against: againstOthers(table),
    more: more ? `, and in ${counted(more, "other game", "other games")}` : "",
  };
}

/** A table that anybody may join or watch. */
export function lineOfOpen(table: Listed, tone: TableLine["tone"] = ""): TableLine {
  const names = namesOf(taken(table));
  const host = taken(table).find((seat) => seat.kind === "guest")?.name ?? "A table";
  if (table.stage === "lobby" && table.free > 0)
    return { first: "", rest: `${host} is waiting, ${freeSeats(table)}`, verb: "Sit down", tone };
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
