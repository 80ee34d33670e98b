/** Which moment of a game the picture of a turning point shows. Draws nothing. */
import type { Chronicle, Entry } from "../table/chronicle";
import type { View } from "../table/truth";

/** How many moves back something is looked for that a board can mark. */
const REACH = 12;

export interface Picture {
  view: View;
  /** What players did until then, the last first. */
  steps: Entry[];
}

/** The table after a move was made; after one that was planned in private, when it was shown. Null while that is not known. */
export function pictureOf({ entries, views }: Pick<Chronicle, "entries" | "views">, ply: number): Picture | null {
  let at = ply;
  while (at < entries.length - 1 && entries[at]!.move === null) at++;
  const view = views[at + 1];
  if (!view) return null;
  const steps = entries.slice(Math.max(0, at + 1 - REACH), at + 1).filter(({ actor }) => typeof actor === "number");
  return { view, steps: steps.reverse() };
}
