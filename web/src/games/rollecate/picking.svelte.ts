/**
 * The card that somebody has picked up and not played yet. It is the page's own affair until it is sent. Board and buttons
 * are in different parts of the page and share this; a pick belongs to the moment it was made in and ends with it.
 */
import type { Choice } from "../../table/board";
import { NONE, type Move, type View } from "./reading";
import { onlyKind } from "./targets";

class Picking {
  #kind = $state(NONE);
  #moment = $state.raw<View | null>(null);

  /** The kind of card picked in this moment; -1 if none is. The last of some penalty cards need not be picked. */
  at(view: View, choices: Choice<Move>[]): number {
    return this.#moment === view ? this.#kind : onlyKind(choices);
  }

  pick(view: View, kind: number): void {
    this.#moment = view;
    this.#kind = kind;
  }

  putBack(): void {
    this.#moment = null;
    this.#kind = NONE;
  }
}

export const picking = new Picking();
