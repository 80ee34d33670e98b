/** What the guides draw inside their sentences, and the shape of their pictures. Loaded with the guide that needs it. */
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

const LOADERS = import.meta.glob<{ DRAWINGS: Drawings }>(["./*.ts", "!./index.ts"]);

/** The drawings of a game's guide; none where nobody has drawn any. */
export async function drawingsOf(game: string): Promise<Drawings> {
  const load = LOADERS[`./${game}.ts`];
  return load ? (await load()).DRAWINGS : {};
}

/** Width to height of the boards, so that the text keeps its place while they load. */
const SHAPES: Record<string, string> = {
  "cat-cab": "680 / 846",
  "hot-tin-roof": "390 / 584",
  patrician: "390 / 600",
  rollecate: "1 / 1",
  "kitty-paw": "390 / 760",
};

export function shapeOf(game: string): string {
  return SHAPES[game] ?? "1 / 1";
}
