/**
 * Results of games played alone, kept in this browser to be beaten. Nothing of it is sent anywhere. Knows tables only by
 * their addresses, so that a game that is looked at again counts once.
 */

/** How many results are kept for each way to play alone. */
const KEPT = 5;
const PLACE = "tabbytop.rollecate.best";

export interface Result {
  table: string;
  points: number;
}

type Results = Record<string, Result[]>;

function stored(): Results {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Results;
  } catch {
    return {};
  }
}

let results = $state.raw<Results>(stored());

/** The best results of a way to play, the best first. */
export function bestOf(way: string): Result[] {
  return results[way] ?? [];
}

/** Results with one more, the fewest points first; a table counts once. */
export function withResult(known: Result[], result: Result): Result[] {
  if (known.some(({ table }) => table === result.table)) return known;
  return [...known, result].sort((one, other) => one.points - other.points).slice(0, KEPT);
}

/** Remembers a result, if it is among the best. */
export function keep(way: string, result: Result): void {
  const kept = withResult(bestOf(way), result);
  if (kept === bestOf(way)) return;
  results = { ...stored(), [way]: kept };
  try {
    localStorage.setItem(PLACE, JSON.stringify(results));
  } catch {
    // A browser that keeps nothing still plays; the results last until the page is closed.
  }
}
