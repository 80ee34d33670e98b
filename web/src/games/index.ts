/**
 * The drawings of games. A folder here with an `index.ts` draws the game of its name; a game from outside may bring a
 * board of its own, which is loaded from where the server says. Either is loaded when somebody sits down to it; without
 * one the plain table serves.
 */
import type { GameModule } from "../table/board";
import type { OutsideModule } from "../table/outside";
import { cardClass } from "../table/seatcolours";
import { gameOf } from "./catalogue.svelte";

// A game's own types end here: the frame hands views and moves through without looking into them.
type AnyGame = GameModule<any, any>;

const LOADERS = import.meta.glob<AnyGame>("./*/index.ts", { import: "default" });

/** Whether somebody has drawn a game. */
export function isDrawn(game: string): boolean {
  return `./${game}/index.ts` in LOADERS || gameOf(game)?.board != null;
}

/** The drawing of a game; null where nobody has drawn it. The classes of its seats' colours are there before it is. */
export async function drawingOf(game: string): Promise<AnyGame | null> {
  const card = gameOf(game);
  card?.seats?.forEach((_, seat) => cardClass(card, seat));
  const load = LOADERS[`./${game}/index.ts`];
  if (load) return await load();
  const board = card?.board;
  if (!board) return null;
  const [{ drawnBy }, module] = await Promise.all([
    import("./boards/outside"),
    // the content policy lets modules of this server through, and no others
    import(/* @vite-ignore */ board) as Promise<OutsideModule>,
  ]);
  return drawnBy(module, board);
}
