/** What games add to the page of their end: the `END` of `end/index.ts` in a game's folder. Loaded when a game is over. */
import type { GameEnd } from "../table/end/story";

const LOADERS = import.meta.glob<{ END: GameEnd }>("./*/end/index.ts");

/** Null where a game has nothing to add. */
export async function endOf(game: string): Promise<GameEnd | null> {
  const load = LOADERS[`./${game}/end/index.ts`];
  return load ? (await load()).END : null;
}
