/**
 * The card that somebody has picked up and not played yet, looks at, or drags. It is the page's own affair until it is sent.
 * Hand, table and buttons are in different parts of the page and share this; a pick belongs to the moment it was made in and
 * ends with it.
 */
import type { Choice } from "../../table/board";
import type { Point } from "./geometry";
import { NONE, type Move, type View } from "./reading";
import { onlyKind, type Target } from "./targets";

/** The table on which cards are let go; points are in pixels of the window. */
export interface Ground {
  view: () => View;
  /** The way in which a card let go at a point would be laid; null if that is not near the end of the line. */
  targetAt: (point: Point) => Target | null;
  covers: (point: Point) => boolean;
  /** Brings the focus to where a card can be laid. */
  focusTarget: () => void;
}

class Picking {
  /** The kind of card in the hand under the pointer or in focus; -1 if none. */
  looked = $state(NONE);
  dragged = $state.raw<(Point & { kind: number }) | null>(null);
  #kind = $state(NONE);
  #moment = $state.raw<View | null>(null);
  readonly #grounds = new Set<Ground>();

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

  /** Escape puts a picked card back, wherever the focus is. */
  keyed = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.#kind === NONE) return;
    event.preventDefault();
    this.putBack();
  };

  /** A pointer or the focus has come to a card, or left it. */
  look(kind: number, here: boolean): void {
    if (here) this.looked = kind;
    else if (this.looked === kind) this.looked = NONE;
  }

  /** Cards may be let go here, until the answer is called. */
  receive(ground: Ground): () => void {
    this.#grounds.add(ground);
    return () => this.#grounds.delete(ground);
  }

  /** The table that shows a moment; there are others in the pictures of the guide. */
  groundOf(view: View): Ground | undefined {
    return [...this.#grounds].find((ground) => ground.view() === view);
  }
}

export const picking = new Picking();
