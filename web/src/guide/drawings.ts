/** What guides draw inside their sentences: the `DRAWINGS` of `drawings.ts` in a game's folder, loaded with its guide. */
import type { Component } from "svelte";
import type { SVGAttributes } from "svelte/elements";

/** A piece as a guide draws it in a line. */
export interface Drawing {
  // Every piece has properties of its own beside those of a drawing.
  Piece: Component<any>;
  props?: SVGAttributes<SVGSVGElement> & Record<string, unknown>;
}

/** Drawings by the names in the guide. */
export type Drawings = Record<string, Drawing>;

const LOADERS = import.meta.glob<{ DRAWINGS: Drawings }>("../games/*/drawings.ts");

/** The drawings of a game's guide; none where nobody has drawn any. */
export async function drawingsOf(game: string): Promise<Drawings> {
  const load = LOADERS[`../games/${game}/drawings.ts`];
  return load ? (await load()).DRAWINGS : {};
}
