/** Moves as plain data, for boards: which one is among the choices, and which follows what was shown. Knows no game. */
import { same } from "../../same";
import type { Choice, Step } from "../../table/board";

/** Whether two moves are the same move. */
export function isSame<M>(one: M | null, other: M | null): boolean {
  return one !== null && other !== null && same(one, other);
}

/** The choice that is a given move. */
export function find<M>(choices: Choice<M>[], move: M): Choice<M> | undefined {
  return choices.find((choice) => isSame(choice.move, move));
}

/** Whether a step follows the move that was shown last; any does where none was (-1). */
export function comesNext<M>(step: Step<M> | null, shown: number): boolean {
  return shown < 0 || (step !== null && step.ply - step.passed === shown + 1);
}
