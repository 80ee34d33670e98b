/**
 * A turn of the log in lines: which steps have a line, which stand in one, which are folded away behind the last of many, and
 * where what people said stands among them. Knows no game and draws nothing.
 */
import type { Glyph } from "./board";
import type { Entry } from "./chronicle";
import type { Remark } from "./notices.svelte";

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

/** A row of the log: something that people said or did beside the game, or a line with those that are folded behind it. */
export type Row = { remark: Remark } | { line: Told; folded: Told[] };

/** Lines and remarks in the order of time; dealing, fights and dice are one line that opens. */
export function rowsOf(lines: Told[], remarks: Remark[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const line of lines) {
    while (next < remarks.length && remarks[next]!.ply <= line.entry.ply) rows.push({ remark: remarks[next++]! });
    const last = rows.at(-1);
    if (last && "line" in last && areOfOneKind(last.line, line))
      rows[rows.length - 1] = { line, folded: [...last.folded, last.line] };
    else rows.push({ line, folded: [] });
  }
  return [...rows, ...remarks.slice(next).map((remark) => ({ remark }))];
}

/** Whether two lines are of one kind that nobody reads line by line: luck after luck, or a roll after a roll. */
function areOfOneKind(line: Told, next: Told): boolean {
  const kind = kindOf(line);
  return kind !== null && kind === kindOf(next);
}

function kindOf({ entry, luck }: Told): "luck" | "dice" | null {
  if (entry.actor === "luck") return "luck";
  return luck.length > 0 ? "dice" : null;
}
