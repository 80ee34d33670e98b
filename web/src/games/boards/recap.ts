/** A turn as a list of deeds, and what the frame makes of it: a line in the past, and steps in the present. Knows no game. */
import type { Recap } from "../../table/board";

/** Something that was done, without who did it: "took 5 cans", "takes 5 cans". What matters stands between asterisks. */
export interface Deed {
  past: string;
  present: string;
  /** Whether the line does without it; the steps tell it nevertheless. */
  isMinor?: boolean;
}

/** So many steps are told at most. */
const MOST = 4;

export function recapOf(deeds: Deed[], means: string[] = []): Recap {
  const main = deeds.filter(({ isMinor }) => !isMinor);
  const told = deeds.length > MOST ? main.slice(-MOST) : deeds;
  const line = (main.length > 0 ? main : deeds).map(({ past }) => past).join(", ");
  return {
    line: line ? `${capital(line)}.` : "",
    steps: told.map(({ present }) => present),
    means: means.filter(Boolean).join(" "),
  };
}

/** With a capital at the beginning, also where it stands between asterisks. */
function capital(line: string): string {
  return line.replace(/[a-z]/i, (letter) => letter.toUpperCase());
}
