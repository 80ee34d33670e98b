/** A turn of the log in lines: which steps have a line, and which stand in one. Knows no game and draws nothing. */
import type { Glyph } from "./board";
import type { Entry } from "./chronicle";

/** A line of the log: a sentence, and pictures for the luck that came of it. */
export interface Told {
  entry: Entry;
  luck: { entry: Entry; glyph: Glyph }[];
  /** Dimmed: it only prepares what has not come yet. */
  isQuiet: boolean;
}

/** Quiet steps are told until the louder one that they prepare has come, which tells it all. */
export function linesOf(
  entries: Entry[],
  glyphOf: (entry: Entry) => Glyph | null,
  isQuiet: (entry: Entry) => boolean,
): Told[] {
  const lines: Told[] = [];
  let quiet: Told[] = [];
  for (const entry of entries) {
    const glyph = glyphOf(entry);
    const last = quiet.at(-1) ?? lines.at(-1);
    if (glyph && last) last.luck.push({ entry, glyph });
    else if (entry.sentence && isQuiet(entry)) quiet.push({ entry, luck: [], isQuiet: true });
    else if (entry.sentence) {
      quiet = [];
      lines.push({ entry, luck: [], isQuiet: false });
    }
  }
  return [...lines, ...quiet];
}

/** The lines of a race, in which quiet steps come too fast to be read. */
export function loudLinesOf(entries: Entry[], isQuiet: (entry: Entry) => boolean): Told[] {
  return entries
    .filter((entry) => entry.sentence !== "" && !isQuiet(entry))
    .map((entry) => ({ entry, luck: [], isQuiet: false }));
}
