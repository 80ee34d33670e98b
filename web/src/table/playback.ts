/**
 * Shows moments one after the other, each for as long as its step takes, and hurries when many wait: animation explains
 * and never delays. Knows neither the table nor how anything is drawn.
 */

/** A moment to be shown, and how long its step takes at normal speed, in milliseconds. */
export interface Frame {
  show: (pace: number) => void;
  time: number;
}

/** What waits may take so long in all; if it would take longer, everything goes faster. */
const PATIENCE = 3200;

export class Playback {
  #waiting: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  /** `pace` is the speed that was chosen, 0 for no animation; `settled` is called when nothing waits any more. */
  constructor(
    readonly pace: () => number,
    readonly settled: () => void,
  ) {}

  get isRunning(): boolean {
    return this.#running;
  }

  add(frames: Frame[]): void {
    this.#waiting.push(...frames);
    if (!this.#running) this.#next();
  }

  /** Shows the last of what waits at once. */
  skip(): void {
    clearTimeout(this.#timer);
    for (const frame of this.#waiting.splice(0)) frame.show(0);
    this.#finish();
  }

  /** Forgets what waits. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#running = false;
  }

  #next(): void {
    const pace = this.pace();
    if (pace === 0) return this.skip();
    const frame = this.#waiting[0];
    if (!frame) return this.#finish();
    const hurry = Math.max(1, this.#backlog() / pace / PATIENCE);
    this.#waiting.shift();
    this.#running = true;
    frame.show(pace * hurry);
    this.#timer = setTimeout(() => this.#next(), frame.time / pace / hurry);
  }

  #backlog(): number {
    return this.#waiting.reduce((sum, frame) => sum + frame.time, 0);
  }

  #finish(): void {
    this.#running = false;
    this.settled();
  }
}
