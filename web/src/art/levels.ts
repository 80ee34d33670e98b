/** How the levels of bots are called and drawn. What they can do is for the server to say; a bot says its name itself. */
import type { CatName } from "../generated/protocol";

export interface Level {
  name: string;
  /** A few words of character. */
  manner: string;
  /** Expression and accessory. */
  look: "kitten" | "house" | "alley" | "top" | "lion";
  /** The cat that stands for the level where nobody is meant. */
  cat: CatName;
}

const KNOWN: Record<string, Level> = {
  kitten: { name: "Kitten", manner: "plays about", look: "kitten", cat: "Marmalade" },
  "house-cat": { name: "House cat", manner: "one eye open", look: "house", cat: "Pepper" },
  "alley-cat": { name: "Alley cat", manner: "bites back", look: "alley", cat: "Cocoa" },
  "top-cat": { name: "Top cat", manner: "rarely loses", look: "top", cat: "Domino" },
};

export const LEVELS = Object.keys(KNOWN);

/** The level of whoever has chosen none. */
export const USUAL_LEVEL = "house-cat";

/** The cat of some games that plays as quickly as whoever it meets. */
export const MATCHED = "matched";
KNOWN[MATCHED] = { name: "At your pace", manner: "keeps up with you", look: "house", cat: "Clover" };

/** The level that people wait for: it is offered at a table, not where one wants to play at once. */
export const LION = "lion";
KNOWN[LION] = { name: "Lion", manner: "takes its time", look: "lion", cat: "Marmalade" };

/** The levels at which bots play a game, all of them, in order; the usual four until it is known. */
export function levelsOf(game: { levels: { name: string }[] } | null): string[] {
  return game?.levels.map(({ name }) => name) ?? LEVELS;
}

/** A level by its id; one that nobody has drawn looks like a house cat. */
export function levelOf(id: string): Level {
  const name = id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
  return KNOWN[id] ?? { ...KNOWN["house-cat"]!, name, manner: "" };
}

/** A level within a sentence, or as a tag: "house cat". */
export function levelWord(id: string): string {
  return levelOf(id).name.toLowerCase();
}
