/** Which clause is shown beside the place that cites it. One at a time; pointers get a moment to reach it. */

const BEFORE = 150;
const AFTER = 250;

export class Peeking {
  #shown = $state.raw<{ clause: string; at: HTMLElement } | null>(null);
  #timer = 0;

  get shown(): { clause: string; at: HTMLElement } | null {
    return this.#shown;
  }

  show(clause: string, at: HTMLElement): void {
    clearTimeout(this.#timer);
    this.#shown = { clause, at };
  }

  /** A pointer rests on a place; it may only be passing. */
  showSoon(clause: string, at: HTMLElement): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.show(clause, at), BEFORE);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#shown = null;
  }

  /** A pointer has left; it may be on its way to what is shown. */
  hideSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.hide(), AFTER);
  }

  /** A pointer has reached what is shown. */
  keep(): void {
    clearTimeout(this.#timer);
  }
}
