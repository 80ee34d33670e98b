/** How far somebody is in which lesson, and what was asked once; kept in the browser, never sent to the server. */

const PLACE = "tabbytop.lessons";

/** How far somebody is: where to go on, the chapters that were finished, and whether all were. */
export interface Progress {
  chapter: number;
  step: number;
  /** How many chapters may be opened again. */
  reached: number;
  done: boolean;
}

interface Kept {
  lessons: Record<string, Progress>;
  /** Games of which somebody was asked whether to learn them, or that they have played. */
  asked: string[];
}

const kept: Kept = $state({ lessons: {}, asked: [], ...stored() });

function stored(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

function keep(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still teaches; the lesson begins anew the next time.
  }
}

function keyOf(game: string, lesson: string): string {
  return `${game}/${lesson}`;
}

/** How far somebody is in a lesson; null for one that was never begun. */
export function progressIn(game: string, lesson: string): Progress | null {
  return kept.lessons[keyOf(game, lesson)] ?? null;
}

export function remember(game: string, lesson: string, place: { chapter: number; step: number }): void {
  const before = progressIn(game, lesson);
  const reached = Math.max(before?.reached ?? 0, place.chapter);
  kept.lessons[keyOf(game, lesson)] = { ...place, reached, done: before?.done ?? false };
  keep();
}

/** The lesson was played to its end; the next time it begins from the start. */
export function finish(game: string, lesson: string, chapters: number): void {
  kept.lessons[keyOf(game, lesson)] = { chapter: 0, step: 0, reached: chapters, done: true };
  keep();
}

/** Where a lesson stands, in a word for a button: never begun, under way, or learned. */
export function stateOf(game: string, lesson: string): "new" | "begun" | "learned" {
  const progress = progressIn(game, lesson);
  if (!progress) return "new";
  if (progress.chapter > 0 || progress.step > 0) return "begun";
  return progress.done ? "learned" : "new";
}

/** Whether somebody knows a game as far as this device can tell: played, learned, or asked about it. */
export function isKnown(game: string): boolean {
  return kept.asked.includes(game) || stateOf(game, "basics") === "learned";
}

export function makeKnown(game: string): void {
  if (kept.asked.includes(game)) return;
  kept.asked.push(game);
  keep();
}
