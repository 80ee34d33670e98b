/**
 * How far somebody is in which lesson, and what was asked once. Kept in the browser; how far one is, the server keeps too
 * for whoever is a guest there, so that a lesson goes on at any device.
 */
import { get, post } from "../api";
import type { LessonProgress, LessonsUnderWay } from "../generated/protocol";

const PLACE = "tabbytop.lessons";

/** How far somebody is: where to go on, the chapters that were finished, and whether all were. */
export interface Progress {
  chapter: number;
  step: number;
  /** How many chapters may be opened again. */
  reached: number;
  done: boolean;
}

interface KeptProgress extends Progress {
  /** Whether the server does not know it yet. */
  isUnsent?: boolean;
}

interface Kept {
  lessons: Record<string, KeptProgress>;
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
  const found = kept.lessons[keyOf(game, lesson)];
  return found ? { chapter: found.chapter, step: found.step, reached: found.reached, done: found.done } : null;
}

export function remember(game: string, lesson: string, place: { chapter: number; step: number }): void {
  const before = progressIn(game, lesson);
  const reached = Math.max(before?.reached ?? 0, place.chapter);
  change(game, lesson, { chapter: place.chapter, step: place.step, reached, done: before?.done ?? false });
}

/** The lesson was played to its end; the next time it begins from the start. */
export function finish(game: string, lesson: string, chapters: number): void {
  change(game, lesson, { chapter: 0, step: 0, reached: chapters, done: true });
}

function change(game: string, lesson: string, progress: Progress): void {
  const before = progressIn(game, lesson);
  if (before && isSame(before, progress)) return;
  kept.lessons[keyOf(game, lesson)] = { ...progress, isUnsent: true };
  keep();
  if (everywhere.isKept) void send(game, lesson);
}

function isSame(one: Progress, other: Progress): boolean {
  const { chapter, step, reached, done } = one;
  return chapter === other.chapter && step === other.step && reached === other.reached && done === other.done;
}

// ---------------------------------------------------------------- on every device

/** Whether the server keeps places for whoever is here: only for guests. */
export const everywhere = $state({ isKept: false });

/** One after the other, so that the last place is the one that stays. */
let sending: Promise<void> = Promise.resolve();

function send(game: string, lesson: string): Promise<void> {
  sending = sending.then(async () => {
    const known = progressIn(game, lesson);
    if (!known || !kept.lessons[keyOf(game, lesson)]?.isUnsent) return;
    try {
      await post<LessonProgress>(`/api/me/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`, known);
      const now = kept.lessons[keyOf(game, lesson)];
      if (now && isSame(now, known)) now.isUnsent = false;
      keep();
    } catch {
      // It stays on this device, and is sent when a page that asks for places is opened next.
    }
  });
  return sending;
}

/** Takes in what the server knows from other devices, and sends what it does not know yet. Needs no answer. */
export async function shareProgress(): Promise<void> {
  let told: LessonsUnderWay;
  try {
    told = await get<LessonsUnderWay>("/api/me/lessons");
  } catch {
    return; // what is known here is all there is
  }
  everywhere.isKept = told.kept;
  if (!told.kept) return;
  for (const { game, lesson, chapter, step, reached, done } of told.lessons) {
    const mine = kept.lessons[keyOf(game, lesson)];
    const theirs = {
      chapter,
      step,
      reached: Math.max(reached, mine?.reached ?? 0),
      done: done || (mine?.done ?? false),
    };
    if (mine?.isUnsent) Object.assign(mine, { reached: theirs.reached, done: theirs.done });
    else kept.lessons[keyOf(game, lesson)] = { ...theirs, isUnsent: false };
  }
  const known = new Set(told.lessons.map(({ game, lesson }) => keyOf(game, lesson)));
  for (const key of Object.keys(kept.lessons)) {
    const [game, lesson] = key.split("/");
    const mine = kept.lessons[key]!;
    if (!known.has(key)) mine.isUnsent = true;
    if (mine.isUnsent && game && lesson) void send(game, lesson);
  }
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
