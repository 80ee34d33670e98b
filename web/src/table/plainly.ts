/**
 * A view in names and words for games that have none of their own: what each seat has, and what lies on the table, as lines
 * and lists. Knows no game.
 */
import { labelOf } from "../lobby/words";

/** Something on the table: in one line, or as a list where it has many parts. */
export interface Told {
  name: string;
  line: string;
  items: string[];
}

/** What every seat has of one thing, by seat. */
export interface ToldBySeat {
  name: string;
  values: string[];
}

/** What the card of a game says about its fields. */
export interface Naming {
  /** Fields with one value for each seat. */
  by_seat?: readonly string[];
  /** Names of the phases, with their numbers. */
  phases?: Readonly<Record<string, number>>;
}

/** More parts than so many are a list. */
const IN_A_LINE = 6;

export function toldBySeat(view: object, { by_seat = [] }: Naming, seats: number[]): ToldBySeat[] {
  return Object.entries(view)
    .filter(([name, value]) => by_seat.includes(name) && Array.isArray(value))
    .map(([name, value]) => ({
      name: labelOf(name),
      values: seats.map((seat) => inWords((value as unknown[])[seat])),
    }));
}

export function toldOfAll(view: object, { by_seat = [], phases = {} }: Naming): Told[] {
  return Object.entries(view)
    .filter(([name]) => !by_seat.includes(name))
    .map(([name, value]) => told(labelOf(name), name === "phase" ? phaseNamed(value, phases) : value));
}

/** A phase is told by its name. */
function phaseNamed(value: unknown, phases: Readonly<Record<string, number>>): unknown {
  const [phase] = Object.entries(phases).find(([, number]) => number === value) ?? [];
  return phase === undefined ? value : labelOf(phase);
}

function told(name: string, value: unknown): Told {
  const isList = Array.isArray(value) && (value.length > IN_A_LINE || value.some((part) => typeof part === "object"));
  return isList ? { name, line: "", items: value.map(inWords) } : { name, line: inWords(value), items: [] };
}

/** Any value in a line of words. */
export function inWords(value: unknown): string {
  if (Array.isArray(value))
    return value.length ? value.map(inWords).join(value.some(Array.isArray) ? "; " : ", ") : "none";
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${labelOf(name)} ${inWords(part)}`)
      .join(", ");
  return String(value ?? "none");
}
