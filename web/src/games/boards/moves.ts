/** Moves as plain data, for boards that look for one among the choices. Knows no game. */
import type { Choice } from "../../table/board";

/** Whether two moves are the same move. */
export function isSame<M>(one: M | null, other: M | null): boolean {
  return one !== null && other !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** The choice that is a given move. */
export function find<M>(choices: Choice<M>[], move: M): Choice<M> | undefined {
  return choices.find((choice) => isSame(choice.move, move));
}
