/**
 * What is pressed for a move, so that somebody can be shown it. Whatever plays a move when it is pressed carries the move as
 * `data-press`; where a gesture has several presses, a game names the others (`GameModule.touch`). Knows no game.
 */
import type { Move } from "../generated/protocol";
import { isVisible } from "./visible";

/** A move as the name of what is pressed for it: "move up 2". */
export function pressOf(move: object): string {
  const [name, args] = Object.entries(move as Move)[0] ?? ["", {}];
  const values = Object.entries(args)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => value);
  return [name, ...values].join(" ");
}

/** The name of the list in which a move of its kind is picked, where there are very many of them. */
export function pickOf(move: object): string {
  return `pick ${Object.keys(move)[0]}`;
}

/** What carries a name on the page and can be seen; the board comes before what stands beside it. */
export function pressable(name: string, within: ParentNode): Element | null {
  const found = [...within.querySelectorAll(`[data-press="${CSS.escape(name)}"]`)];
  return found.find(isVisible) ?? null;
}
