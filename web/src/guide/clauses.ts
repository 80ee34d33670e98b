/** Where clauses come from, in words, and which chapters cite them. Knows no page. */
import type { GuideSection } from "../generated/protocol";
import { citedIn } from "./markup";

export interface Origin {
  /** One or two words: who says so. */
  label: string;
  /** Why, where somebody wrote it down. */
  note: string;
}

/** The label of most rules, which goes without saying. */
export const BOOK = "Book";

/** What the labels mean, for those who ask. */
export const ORIGINS: { label: string; words: string }[] = [
  { label: BOOK, words: "The printed rules say so. These rules carry no mark." },
  { label: "Ruling", words: "The printed rules are silent or can be read in two ways; this is how it is played here." },
  { label: "Option", words: "The table decides before the game begins." },
];

/** An origin as the clauses give it ("ruling: nobody can win them"), for people. */
export function originOf(origin: string): Origin {
  return { label: labelOf(origin), note: noteOf(origin) };
}

function labelOf(origin: string): string {
  const says = (word: string) => new RegExp(`\\b${word}\\b`).test(origin);
  if (origin.startsWith("option")) return "Option";
  if (origin.startsWith("book")) return says("ruling") ? "Book and ruling" : BOOK;
  if (origin.startsWith("ruling")) return "Ruling";
  return origin.startsWith("fact") ? "Public fact" : "";
}

/** A single origin needs only its reason; a mixed one is told in full, since it says which part comes from where. */
function noteOf(origin: string): string {
  const note = origin.replace(/^(?:book|ruling|option|fact)\s*(?:[:;]\s*|$)/, "").trim();
  return note && note[0]!.toUpperCase() + note.slice(1);
}

/** The chapters that cite each clause, in their order. */
export function chaptersCiting(sections: GuideSection[]): Map<string, GuideSection[]> {
  const citing = new Map<string, GuideSection[]>();
  for (const section of sections) {
    const lines = section.blocks.flatMap((block) => block.lines);
    for (const clause of new Set(lines.flatMap(citedIn))) citing.set(clause, [...(citing.get(clause) ?? []), section]);
  }
  return citing;
}
