/**
 * Whether somebody looks at the page: it is to be seen, and it was touched not long ago. A page that lies open unseen must
 * not keep a phone from saying that it is one's turn.
 */

/** Milliseconds without a touch after which nobody seems to look any more. */
export const IDLE = 3 * 60_000;

const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"];

export class Attention {
  #changed: (looking: boolean) => void;
  #looking: boolean;
  #touched = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whoever has just opened a page looks at it, unless it was opened behind another one. */
  constructor(changed: (looking: boolean) => void) {
    this.#changed = changed;
    this.#looking = !document.hidden;
  }

  get isLooking(): boolean {
    return this.#looking;
  }

  /** Watches until the signal ends it. */
  watch(signal: AbortSignal): void {
    const touch = () => this.#touch();
    for (const type of TOUCHES) addEventListener(type, touch, { signal, passive: true });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#become(false) : touch()), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    this.#wait(IDLE);
  }

  #touch(): void {
    this.#touched = Date.now();
    if (document.hidden || this.#looking) return;
    this.#become(true);
    this.#wait(IDLE);
  }

  #wait(rest: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const left = this.#touched + IDLE - Date.now();
      if (left > 0) this.#wait(left);
      else this.#become(false);
    }, rest);
  }

  #become(looking: boolean): void {
    if (this.#looking === looking) return;
    this.#looking = looking;
    this.#changed(looking);
  }
}
