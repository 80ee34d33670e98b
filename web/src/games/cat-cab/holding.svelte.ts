/**
 * The own move is shown before it is acknowledged. An acknowledged move comes back as a new view; without one it was
 * refused, and what was moved goes back.
 */
import { untrack } from "svelte";
import { isSame } from "../boards/moves";
import { NOWHERE, type Move, type View } from "./reading";
import { afterMove } from "./targets";

/** How long a view may take to arrive after its move was acknowledged, in milliseconds. */
const GRACE = 250;

/** What a board knows of the moment. */
interface Moment {
  view: View;
  pending: Move | null;
  /** The seat whose cab moves. */
  onTurn: number;
}

export class Holding {
  #held = $state.raw<{ view: View; move: Move } | null>(null);
  #moment: () => Moment;

  /** The seat whose move was refused a moment ago; -1 if none was. */
  refused = $state(NOWHERE);
  /** What is to be drawn. */
  shown = $derived.by(() => {
    const { view } = this.#moment();
    return this.#held && this.#held.view === view ? afterMove(view, this.#held.move) : view;
  });

  constructor(moment: () => Moment) {
    this.#moment = moment;
    $effect(() => this.#follow());
  }

  #follow(): (() => void) | void {
    const { view, pending } = this.#moment();
    const mine = untrack(() => this.#held);
    if (pending) {
      if (!isSame(pending, mine?.move ?? null)) this.#held = { view, move: pending };
      return;
    }
    if (!mine) return;
    if (mine.view !== view) {
      this.#held = null;
      return;
    }
    const timer = setTimeout(() => this.#refuse(), GRACE);
    return () => clearTimeout(timer);
  }

  #refuse(): void {
    const { view, onTurn } = this.#moment();
    this.refused = this.shown === view ? NOWHERE : onTurn;
    this.#held = null;
    setTimeout(() => (this.refused = NOWHERE), 2 * GRACE);
  }
}
