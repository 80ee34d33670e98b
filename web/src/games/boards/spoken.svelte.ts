/**
 * Of which place something is said: the one in focus, or the one on which the pointer rests. Escape ends it; the focus stays
 * where it is, and is silent until it comes to a place anew. Knows no game.
 */
export class Spoken<Focused, Rested = Focused> {
  rested = $state.raw<Rested | null>(null);
  #focused = $state.raw<Focused | null>(null);
  #isHushed = $state(false);

  get focused(): Focused | null {
    return this.#focused;
  }

  set focused(focused: Focused | null) {
    this.#focused = focused;
    this.#isHushed = false;
  }

  /** What is in focus, unless it was told to be silent. */
  get heard(): Focused | null {
    return this.#isHushed ? null : this.#focused;
  }

  /** Whether a key is the one that ends what is said, and there was something to end. */
  hush({ key }: Pick<KeyboardEvent, "key">): boolean {
    if (key !== "Escape" || (this.rested === null && this.heard === null)) return false;
    this.rested = null;
    this.#isHushed = true;
    return true;
  }
}
