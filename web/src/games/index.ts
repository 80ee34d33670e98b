/** The games this page can draw. Each is loaded when somebody sits down to it; without an entry the plain table serves. */
import type { GameModule } from "../table/board";

// A game's own types end here: the frame hands views and moves through without looking into them.
type AnyGame = GameModule<any, any>;

const LOADERS = import.meta.glob<AnyGame>("./*/index.ts");

/** The drawing of a game; null where nobody has drawn it. */
export async function drawingOf(game: string): Promise<AnyGame | null> {
  const load = LOADERS[`./${game}/index.ts`];
  return load ? await load() : null;
}
