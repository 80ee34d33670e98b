/**
 * Searching a guide as one types: chapters and clauses that have all words of the query, the best first, each with the
 * words around what was found. Knows no page.
 */
import { NUMBERS } from "../lobby/words";
import type { GuideInfo } from "../generated/protocol";
import { plainOf } from "./markup";

/** A part of a text; `hit` where it is what was searched for. */
export interface Part {
  text: string;
  hit: boolean;
}

export interface Result {
  kind: "chapter" | "rule";
  /** The chapter or clause it is in. */
  target: string;
  /** The block of the chapter that says it; null where the title alone does, and for rules. */
  block: number | null;
  title: Part[];
  context: Part[];
}

/** A line that can be found, with the words that count as its title. */
interface Entry {
  kind: "chapter" | "rule";
  target: string;
  block: number | null;
  title: string;
  text: string;
  names: Word[];
  words: Word[];
}

interface Word {
  folded: string;
  from: number;
  to: number;
}

export type Index = Entry[];

const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
const EXACT = 4;
const BEGINS = 3;
const INSIDE = 1;
/** A word in a title tells more about a chapter than the same word in its text. */
const IN_TITLE = 3;
/** Words that follow one another as in the query are likely to be what was meant. */
const PHRASE = 4;
/** Letters of a text shown around what was found. */
const CONTEXT = 96;
const LEAD = 24;

/** Everything in a guide that can be found. */
export function indexOf(guide: GuideInfo): Index {
  const chapters = guide.sections.flatMap((section) => [
    entry("chapter", section.id, null, section.title, ""),
    ...section.blocks.flatMap((block, at) =>
      block.lines.map((line) => entry("chapter", section.id, at, section.title, plainOf(line))),
    ),
  ]);
  const rules = guide.clauses.map((clause) => entry("rule", clause.id, null, clause.id, plainOf(clause.text)));
  return [...chapters, ...rules];
}

function entry(kind: Entry["kind"], target: string, block: number | null, title: string, text: string): Entry {
  return { kind, target, block, title, text, names: namesOf(kind, title), words: wordsOf(text) };
}

/** A clause can be asked for by its number alone. */
function namesOf(kind: Entry["kind"], title: string): Word[] {
  const names = wordsOf(title);
  const number = kind === "rule" ? title.split("-")[1] : undefined;
  return number ? [...names, { folded: number.replace(/^0+/, ""), from: 0, to: title.length }] : names;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((found) => ({
    folded: fold(found[0]),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** A word without accents, hyphens and capitals; small numbers as digits, since guides write them either way. */
function fold(word: string): string {
  const bare = word
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  const number = NUMBERS.indexOf(bare);
  return number < 0 ? bare : String(number);
}

/** What a query finds: at most one result per chapter and per clause. */
export function find(index: Index, query: string): Result[] {
  const wanted = wordsOf(query).map((word) => word.folded);
  if (wanted.length === 0) return [];
  const best = new Map<string, { entry: Entry; score: number }>();
  for (const entry of index) {
    const score = scoreOf(entry, wanted);
    if (score > (best.get(entry.target)?.score ?? 0)) best.set(entry.target, { entry, score });
  }
  return [...best.values()].sort((one, other) => other.score - one.score).map(({ entry }) => resultOf(entry, wanted));
}

/** How well an entry answers; 0 where a word of the query is missing. */
function scoreOf(entry: Entry, wanted: string[]): number {
  const scores = wanted.map((word) => {
    const named = nearest(entry.names, word);
    return Math.max(named && named + IN_TITLE, nearest(entry.words, word));
  });
  if (scores.includes(0)) return 0;
  const isPhrase = wanted.length > 1 && entry.words.some((_, at) => beginsAt(entry.words.slice(at), wanted));
  const ofChapter = entry.kind === "chapter" ? 1 : 0;
  return scores.reduce((sum, score) => sum + score, ofChapter + (isPhrase ? PHRASE : 0));
}

function beginsAt(words: Word[], wanted: string[]): boolean {
  return wanted.every((each, at) => words[at] && closeness(words[at].folded, each) > 0);
}

function nearest(words: Word[], wanted: string): number {
  return words.reduce((score, word) => Math.max(score, closeness(word.folded, wanted)), 0);
}

/** Plurals find their singulars and the other way round; a single letter or digit only finds itself. */
function closeness(word: string, wanted: string): number {
  if (word === wanted) return EXACT;
  if (wanted.length < 2) return 0;
  if (word.startsWith(wanted)) return BEGINS;
  if (word.length > 3 && wanted.startsWith(word) && wanted.length - word.length <= 2) return BEGINS;
  return wanted.length > 2 && word.includes(wanted) ? INSIDE : 0;
}

function resultOf({ kind, target, block, title, text, names, words }: Entry, wanted: string[]): Result {
  const isHit = (word: Word) => wanted.some((each) => closeness(word.folded, each) > 0);
  const hits = words.filter(isHit);
  const [from, to] = around(text, hits);
  const context = partsOf(text, hits, from, to);
  if (from > 0) context.unshift({ text: "… ", hit: false });
  if (to < text.length) context.push({ text: " …", hit: false });
  return { kind, target, block, title: partsOf(title, names.filter(isHit), 0, title.length), context };
}

/** The piece of a text that is shown: whole words, a few before what was found, and as much of that as fits. */
function around(text: string, hits: Word[]): [number, number] {
  if (text.length <= CONTEXT) return [0, text.length];
  const after = (hit: Word) => hits.filter(({ from, to }) => from >= hit.from && to <= hit.from + CONTEXT - LEAD);
  const groups = hits.map(after);
  const most = groups.reduce((best, group) => (group.length > best.length ? group : best), groups[0] ?? []);
  const isEarly = (most.at(-1)?.to ?? 0) <= CONTEXT;
  const begin = isEarly ? 0 : text.lastIndexOf(" ", most[0]!.from - LEAD) + 1;
  const end = text.indexOf(" ", begin + CONTEXT);
  return [begin, end < 0 ? text.length : end];
}

function partsOf(text: string, hits: Word[], from: number, to: number): Part[] {
  const parts: Part[] = [];
  let end = from;
  for (const hit of hits) {
    if (hit.from < end || hit.to > to) continue;
    if (hit.from > end) parts.push({ text: text.slice(end, hit.from), hit: false });
    parts.push({ text: text.slice(hit.from, hit.to), hit: true });
    end = hit.to;
  }
  if (end < to) parts.push({ text: text.slice(end, to), hit: false });
  return parts;
}
