/** Deciding about a table before it is opened: who sits where, which options differ from the usual. Knows no game. */
import { catCalled } from "../art/coats";
import { levelWord, MATCHED, USUAL_LEVEL } from "../art/levels";
import type { GameInfo, OptionInfo, Wanted } from "../generated/protocol";
import { same } from "../same";
import type { Settings } from "../settings.svelte";
import { counted, listOf } from "./words";

/** Who is to sit on a seat, as one word: "me", "friend", "open", or the level of a bot. */
export type Sitter = string;

const PEOPLE = ["me", "friend", "open"];

/** What to tell the server of a seat, and of the name that was given there. */
export function wanted(sitter: Sitter, name = ""): Wanted {
  if (sitter === "me") return name ? { type: "me", name } : { type: "me" };
  if (sitter === "friend" || sitter === "open") return { type: sitter };
  const cat = catCalled(name);
  return cat ? { type: "bot", level: sitter, name: cat } : { type: "bot", level: sitter };
}

export function isBot(sitter: Sitter): boolean {
  return !PEOPLE.includes(sitter);
}

/** Who the others are when one plays with a bot, with friends, or with people at the same device. */
export function companion(company: Settings["company"], level: string): Sitter {
  return { bot: level, friends: "friend", device: "me" }[company];
}

/** The level of bots to propose: the one that was chosen, or at one's own pace where a game has that and nobody chose. */
export function levelFor(game: Pick<GameInfo, "levels">, level: string): string {
  return level === USUAL_LEVEL && game.levels.some(({ name }) => name === MATCHED) ? MATCHED : level;
}

/** Who one plays with in a game: where everybody acts at once, a device cannot be passed round. */
export function companyFor(game: { racing: boolean }, company: Settings["company"]): Settings["company"] {
  return game.racing && company === "device" ? "friends" : company;
}

/** A table for so many players: oneself first, then companions; those who sat already stay. */
export function seated(players: number, sitters: Sitter[], next: Sitter): Sitter[] {
  return Array.from({ length: players }, (_, seat) => sitters[seat] ?? (seat === 0 ? "me" : next));
}

/** How many players to begin with: the game's usual number, or fewer where it allows no more. */
export function usualPlayers(game: GameInfo): number {
  return game.players.includes(game.default_players) ? game.default_players : Math.min(...game.players);
}

/** The options that mean something for so many players, with what is chosen of the others. */
export function applying(options: OptionInfo[], players: number, chosen: Record<string, unknown> = {}): OptionInfo[] {
  const among = (counts: number[]) => counts.length === 0 || counts.includes(players);
  const there = options.filter(({ only_players }) => among(only_players));
  const met = there.filter(
    (option) =>
      among(option.counts_players) &&
      Object.entries({ ...option.only_with, ...option.counts_with }).every(([name, value]) => {
        const other = there.find((each) => each.name === name);
        if (other === undefined) return false;
        const said = among(other.counts_players) ? chosen[name] : undefined;
        return (said ?? usual(other, players)) === value;
      }),
  );
  return met.filter((option) =>
    Object.entries(option.counts_from).every(([name, least]) => {
      const other = met.find((each) => each.name === name);
      return other === undefined || Number(chosen[name] ?? usual(other, players)) >= least;
    }),
  );
}

/** Where an option stands, and the numbers of players for which it stands there; all without them. */
export interface Place {
  /** The heading under which it stands, folded away; without one it is always in sight. */
  heading?: string;
  players?: number[];
}

/** Options under one heading. */
export interface Section {
  heading: string;
  options: OptionInfo[];
}

/** The options that mean something for a table, under their headings, in the order of their places. */
export function sectionsOf(
  options: OptionInfo[],
  places: Record<string, Place>,
  players: number,
  chosen: Record<string, unknown>,
): Section[] {
  const sections: Section[] = [];
  const order = Object.keys(places);
  const rank = ({ name }: OptionInfo) => (name in places ? order.indexOf(name) : order.length);
  for (const option of applying(options, players, chosen).sort((one, other) => rank(one) - rank(other))) {
    const { heading = "", players: counts = [players] } = places[option.name] ?? {};
    if (!counts.includes(players)) continue;
    const section = sections.find((each) => each.heading === heading);
    if (section) section.options.push(option);
    else sections.push({ heading, options: [option] });
  }
  return sections;
}

export function usual(option: OptionInfo, players: number): unknown {
  return option.default[String(players)];
}

/** What to tell the server: chosen values that differ from the usual ones and mean something for so many players. */
export function chosenOptions(
  options: OptionInfo[],
  players: number,
  chosen: Record<string, unknown>,
): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const option of applying(options, players, chosen)) {
    const value = chosen[option.name];
    if (value !== undefined && !same(value, usual(option, players))) told[option.name] = value;
  }
  return told;
}

/** A list of different words with `word` at a place: whoever had it takes what was there before. */
export function exchanged(words: string[], place: number, word: string): string[] {
  const before = words[place] ?? word;
  return words.map((each, at) => (at === place ? word : each === word ? before : each));
}

/** What to call a seat that is not taken yet. */
export function seatLabel(seat: number, sitter: Sitter, name: string): string {
  const who = name || ({ friend: "a friend", open: "anybody" }[sitter] ?? levelWord(sitter));
  return `Seat ${seat + 1}, ${who}`;
}

/** Who will sit there, in a sentence: whoever is alone on this device is you, several are called by their names. */
export function tellSitters(sitters: Sitter[], names: string[]): string {
  const count = (who: Sitter) => sitters.filter((sitter) => sitter === who).length;
  const called = names.filter((_, seat) => sitters[seat] === "me");
  const people = [
    ...(called.length === 1 ? ["You"] : called),
    count("friend") ? counted(count("friend"), "friend", "friends") : "",
    count("open") ? (count("open") === 1 ? "one open seat" : `${count("open")} open seats`) : "",
  ].filter((part) => part !== "");
  const bots = sitters.flatMap((sitter, seat) => (isBot(sitter) ? [names[seat] || "a bot"] : []));
  if (bots.length === 0) return `${people.length === 1 && sitters.length === 1 ? "You alone" : listOf(people)}.`;
  return people.length === 0 ? `${listOf(bots)}, while you watch.` : `${listOf(people)} against ${listOf(bots)}.`;
}

/** Whether a game begins as soon as the table is open. */
export function startsAtOnce(sitters: Sitter[]): boolean {
  return !sitters.includes("friend") && !sitters.includes("open");
}
