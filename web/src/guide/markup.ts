/**
 * The few marks inside a sentence of a guide or a clause: **strong**, `code`, clauses cited as [CAB-12] or mentioned as
 * CAB-12, and drawings in the line such as [4] or [curse]. Knows no page and no game.
 */

export type Span =
  | { kind: "text"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "code"; text: string }
  /** Clauses that stand behind a sentence, one after another. */
  | { kind: "cites"; clauses: string[] }
  /** A clause that is part of a sentence. */
  | { kind: "mention"; clause: string }
  | { kind: "drawing"; name: string };

const CITE = /\[([A-Z]{3}-\d+)\]/g;
const MARK =
  /(?<cites>(?:\s*\[[A-Z]{3}-\d+\])+)|\[(?<drawing>[a-z0-9]+)\]|\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\b(?<mention>[A-Z]{3}-\d+)\b/g;

/** A line taken apart. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const mark of line.matchAll(MARK)) {
    if (mark.index > end) spans.push({ kind: "text", text: line.slice(end, mark.index) });
    spans.push(spanOf(mark.groups!));
    end = mark.index + mark[0].length;
  }
  if (end < line.length) spans.push({ kind: "text", text: line.slice(end) });
  return spans;
}

function spanOf(found: Record<string, string | undefined>): Span {
  if (found.cites) return { kind: "cites", clauses: citedIn(found.cites) };
  if (found.drawing) return { kind: "drawing", name: found.drawing };
  if (found.strong) return { kind: "strong", text: found.strong };
  if (found.code) return { kind: "code", text: found.code };
  return { kind: "mention", clause: found.mention! };
}

/** The clauses that a line cites. */
export function citedIn(line: string): string[] {
  return [...line.matchAll(CITE)].map((cite) => cite[1]!);
}

/** A drawing of a number says that number; other drawings stand beside the words for what they show. */
export function isSaid(drawing: string): boolean {
  return /^\d+$/.test(drawing);
}

/** What a line says, without its marks: for searching, for listening, for labels. */
export function plainOf(line: string): string {
  const words = spansOf(line).map((span) => {
    if (span.kind === "cites") return "";
    if (span.kind === "mention") return span.clause;
    if (span.kind === "drawing") return isSaid(span.name) ? span.name : "";
    return span.text;
  });
  return words
    .join("")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,:;])/g, "")
    .trim();
}

/** Drawings at the beginning of a line, and the rest: the rows of a list that explains what is drawn. */
export function keyOf(line: string): { key: string[]; rest: Span[] } {
  const rest = spansOf(line);
  const key: string[] = [];
  for (let first = rest[0]; first; first = rest[0]) {
    if (first.kind === "drawing") key.push(first.name);
    else if (first.kind !== "text" || first.text.trim() !== "") break;
    rest.shift();
  }
  if (rest[0]?.kind === "text") rest[0] = { kind: "text", text: rest[0].text.trimStart() };
  return { key, rest };
}

/** Whether every line of a list begins with what it explains, drawn. */
export function isKeyed(lines: string[]): boolean {
  return lines.every((line) => keyOf(line).key.length > 0);
}
