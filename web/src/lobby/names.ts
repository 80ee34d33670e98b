/**
 * What everybody at a new table is called: people on this device give a name each, cats bring their own. The server checks
 * the same; here it is answered at the field. Names that were given are remembered on the device for the next game.
 */
import { catCalled, CATS, nextCat } from "../art/coats";
import { isBot, type Sitter } from "./plan";

const SHORTEST = 2;
export const LONGEST = 16;
const PLACE = "tabbytop.people";
/** Letters with their marks, figures, and what stands in names between them. */
const FITTING = /^[\p{L}\p{M}\p{Nd} .'’-]*$/u;
/** Letters and marks that show nothing. */
const BLANK = /[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/u;

/** A name as it is kept: without spaces around it, and with accents on their letters. */
export function keptName(text: string): string {
  return text.normalize("NFC").replace(/^ +| +$/g, "");
}

/** What is wrong with a name, for whoever gave it; empty if nothing is. */
export function problemWith(name: string): string {
  if (!FITTING.test(name) || BLANK.test(name)) return "Use letters, figures, spaces, hyphens and apostrophes only.";
  if (!/\p{L}/u.test(name)) return name ? "A name needs letters." : "Everybody needs a name.";
  const length = [...name].length;
  return length < SHORTEST || length > LONGEST ? `A name has ${SHORTEST} to ${LONGEST} letters.` : "";
}

export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What is proposed to the people on this device, one after the other: what they were called before, or a number. */
export function proposals(mine: string, before: readonly string[], count: number): string[] {
  const told: string[] = [];
  for (let at = 0; at < count; at++) {
    const known = at === 0 && mine ? mine : before[at];
    const isFree = known && (at === 0 || problemWith(known) === "") && !told.some((other) => sameName(other, known));
    told.push(isFree ? known : `Player ${at + 1}`);
  }
  return told;
}

/** What is known of the names at a table that is being planned. */
export interface Given {
  /** The name of the guest. */
  mine: string;
  /** The names that people on this device had in the game before, in their order. */
  before: readonly string[];
  /** What was typed or drawn for a seat. */
  chosen: Readonly<Record<number, string>>;
  /** The cat with which to begin, so that it is not always the same. */
  first: number;
}

/** Who sits on each seat by name; empty for seats that wait for somebody. */
export function namesFor(sitters: readonly Sitter[], { mine, before, chosen, first }: Given): string[] {
  const seats = sitters.flatMap((sitter, seat) => (sitter === "me" ? [seat] : []));
  const proposed = proposals(mine, before, seats.length);
  const names = sitters.map(() => "");
  seats.forEach((seat, at) => (names[seat] = chosen[seat] ?? proposed[at]!));
  const bots = sitters.flatMap((sitter, seat) => (isBot(sitter) ? [seat] : []));
  const isTaken = (name: string) => names.some((other) => sameName(keptName(other), name));
  for (const seat of bots) {
    const cat = catCalled(chosen[seat] ?? "");
    if (cat && !isTaken(cat)) names[seat] = cat;
  }
  let last = CATS[(first + CATS.length - 1) % CATS.length]!;
  for (const seat of bots) {
    if (names[seat]) continue;
    const cat = nextCat(last, names.map(keptName));
    names[seat] = cat ?? "";
    last = cat ?? last;
  }
  return names;
}

/** What is wrong with the names of the people on this device, by seat. One's own may be what one was called already. */
export function problemsWith(sitters: readonly Sitter[], names: readonly string[], mine: string): string[] {
  const people = sitters.map((sitter, seat) => (sitter === "me" ? keptName(names[seat] ?? "") : null));
  return people.map((name, seat) => {
    if (name === null) return "";
    const problem = people.indexOf(name) === seat && name === mine && name !== "" ? "" : problemWith(name);
    const isTwice = people.some((other, at) => at < seat && other !== null && sameName(other, name));
    return problem || (isTwice ? `${name} has a seat already.` : "");
  });
}

export function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps names for the next game; those of people who do not play this time stay. */
export function remember(names: readonly string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify([...names, ...remembered().slice(names.length)]));
  } catch {
    // a browser that keeps nothing asks again
  }
}
