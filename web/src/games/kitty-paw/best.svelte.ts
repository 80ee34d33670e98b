/**
 * The quickest right pictures of practice, kept in this browser to be beaten. Nothing of it is sent anywhere. A picture
 * is known by its table and its round, so that a game that is looked at again counts once.
 */

/** How many times are kept. */
const KEPT = 5;
const PLACE = "tabbytop.kitty-paw.best";

export interface Best {
  table: string;
  round: number;
  card: string;
  ms: number;
}

function stored(): Best[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? (kept as Best[]) : [];
  } catch {
    return [];
  }
}

let times = $state.raw<Best[]>(stored());

/** The best times, the shortest first. */
export function bestTimes(): Best[] {
  return times;
}

/** Times with one more, the shortest first; a round of a table counts once. */
export function withTime(known: Best[], time: Best): Best[] {
  if (known.some(({ table, round }) => table === time.table && round === time.round)) return known;
  return [...known, time].sort((one, other) => one.ms - other.ms).slice(0, KEPT);
}

/** Remembers a time, if it is among the best. */
export function keep(time: Best): void {
  const kept = withTime(stored(), time);
  times = kept;
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays; the times last until the page is closed.
  }
}
