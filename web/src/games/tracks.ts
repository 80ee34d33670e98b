/**
 * What somebody did in a game as a few lines of plain characters, for a text that is sent to others: the `drawn` of
 * `track.ts` in a game's folder. It gives nothing away of cards and dice. Loaded when it is needed.
 */
export interface Track {
  lines: string[];
  /** What the lines are, in a sentence. */
  about: string;
}

/** Draws what a seat did, from all views of a finished game. */
export type DrawTrack<V> = (views: V[], seat: number) => Track;

const LOADERS = import.meta.glob<{ drawn: DrawTrack<any> }>("./*/track.ts");

/** Null for games that draw none. */
export async function trackOf(game: string, views: unknown[], seat: number): Promise<Track | null> {
  const load = LOADERS[`./${game}/track.ts`];
  return load ? (await load()).drawn(views, seat) : null;
}

/** Lines without what is empty around them. */
export function trimmed(lines: string[]): string[] {
  const kept = lines.map((line) => line.trimEnd());
  while (kept.length && kept[0] === "") kept.shift();
  while (kept.length && kept.at(-1) === "") kept.pop();
  const margin = Math.min(...kept.filter(Boolean).map((line) => line.length - line.trimStart().length));
  return kept.map((line) => line.slice(margin));
}
