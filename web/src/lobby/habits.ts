/**
 * What somebody is used to in a game: how they began it last, and how many of its games they have finished. Kept in this
 * browser, never sent anywhere.
 */

/** Finished games are counted so far; whoever has more knows the game. */
const KNOWN = 20;

export interface Habits {
  /** The way that was chosen last; empty before the first choice. */
  way: string;
  /** Tables at which a game was played to its end, each once. */
  finished: string[];
}

function placeOf(game: string): string {
  return `tabbytop.habits.${game}`;
}

export function habitsOf(game: string): Habits {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(game)) ?? "{}") as Partial<Habits>;
    const finished = Array.isArray(kept.finished) ? kept.finished.map(String) : [];
    return { way: typeof kept.way === "string" ? kept.way : "", finished };
  } catch {
    return { way: "", finished: [] };
  }
}

function keep(game: string, habits: Habits): void {
  try {
    localStorage.setItem(placeOf(game), JSON.stringify(habits));
  } catch {
    // A browser that keeps nothing proposes the first way every time.
  }
}

export function rememberWay(game: string, way: string): void {
  keep(game, { ...habitsOf(game), way });
}

/** A game was played to its end at a table. */
export function rememberFinished(game: string, table: string): void {
  const habits = habitsOf(game);
  if (!habits.finished.includes(table)) keep(game, { ...habits, finished: [...habits.finished, table].slice(-KNOWN) });
}

/** The way to propose: the first one until a game was finished, then the one chosen last. */
export function proposed(ways: readonly { id: string }[], { way, finished }: Habits): string {
  const first = ways[0]?.id ?? "";
  return finished.length > 0 && ways.some(({ id }) => id === way) ? way : first;
}
