/** Which of a day's puzzles were solved on this device, so that one goes on with the next. Nothing is counted beyond the day. */
const PLACE = "tabbytop.puzzles";

interface Kept {
  day: string;
  /** By id, whether the best move was found at once. */
  done: Record<string, boolean>;
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "") as Kept;
    if (typeof kept.day === "string" && typeof kept.done === "object" && kept.done !== null) return kept;
  } catch {
    // nothing kept, or something else
  }
  return { day: "", done: {} };
}

let kept = $state.raw<Kept>(read());

/** Null for a puzzle that was not tried; else whether the first try was the best move. */
export function solved(day: string, id: string): boolean | null {
  return kept.day === day ? (kept.done[id] ?? null) : null;
}

export function remember(day: string, id: string, found: boolean): void {
  if (solved(day, id) !== null) return;
  kept = { day, done: { ...(kept.day === day ? kept.done : {}), [id]: found } };
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // it is remembered while the page lasts
  }
}

export const countSolved = (day: string, ids: string[]) => ids.filter((id) => solved(day, id) !== null).length;
