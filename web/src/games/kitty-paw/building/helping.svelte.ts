/** When the next step is shown on the rug: when it is asked for, and by itself after a while where nobody races. */
import type { Step } from "../progress";

/** How long somebody may look for it alone, in milliseconds. */
export const ALONE = 6000;

export class Helping {
  readonly #next: () => Step | null;
  #shown = $state("");

  /** `helps` says whether it is shown by itself. */
  constructor(next: () => Step | null, helps: () => boolean) {
    this.#next = next;
    const words = $derived(next()?.words ?? "");
    $effect(() => {
      if (!words || !helps()) return;
      const told = words;
      const timer = setTimeout(() => (this.#shown = told), ALONE);
      return () => clearTimeout(timer);
    });
  }

  /** The step to be drawn; null while there is nothing to show. */
  get step(): Step | null {
    const step = this.#next();
    return step && step.words === this.#shown ? step : null;
  }

  /** Shows the next step at once. */
  ask(): void {
    this.#shown = this.#next()?.words ?? "";
  }
}
