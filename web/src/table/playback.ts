/**
 * Shows moments one after the other, each for as long as its step takes or is to be looked at, and hurries when many wait.
 * Stops where somebody wants to be asked before it goes on. Knows neither the table nor how anything is drawn.
 */

/** A moment to be shown, and how long its step takes at normal speed, in milliseconds. */
export interface Frame {
  show: (pace: number) => void;
  time: number;
  /** How long it is to be looked at, at least. */
  look?: number;
  /** The same where nothing moves; without it what does not move is there at once. */
  held?: number;
  /** Whether it is the last of a turn: skipping leads here. */
  ends?: boolean;
  /** Asked once it has been shown: whether to wait until somebody says to go on. */
  stops?: () => boolean;
}

/** What moves and waits may take so long in all; if it would take longer, everything goes faster. */
const PATIENCE = 3200;
/** So much more is granted where there is something to look at. */
const LOOKING = 20_000;

export class Playback {
  #waiting: Frame[] = [];
  /** What is being shown. */
  #current: Frame | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  /** `pace` is the speed that was chosen, 0 for no animation; `settled` is called when nothing waits any more. */
  constructor(
    readonly pace: () => number,
    readonly settled: () => void,
  ) {}

  get isRunning(): boolean {
    return this.#current !== null || this.#isStopped;
  }

  /** Whether it waits for somebody to say "go on". */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  add(frames: Frame[]): void {
    this.#waiting.push(...frames);
    if (!this.isRunning) this.#next();
  }

  /** Shows these before whatever waits. */
  insert(frames: Frame[]): void {
    this.#waiting.unshift(...frames);
    if (this.#isStopped || !this.isRunning) this.goOn();
  }

  /** Goes on after a stop. */
  goOn(): void {
    this.#isStopped = false;
    this.#next();
  }

  /** Shows the rest of the turn at once, and goes on with the next one. */
  skip(): void {
    if (this.#isStopped) return this.goOn();
    clearTimeout(this.#timer);
    let last = this.#current;
    while (!last?.ends && this.#waiting.length > 0) {
      last = this.#waiting.shift()!;
      last.show(0);
    }
    this.#after(last);
  }

  /** Shows everything that waits at once. */
  skipAll(): void {
    clearTimeout(this.#timer);
    this.#isStopped = false;
    for (const frame of this.#waiting.splice(0)) frame.show(0);
    this.#finish();
  }

  /** Forgets what waits. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#current = null;
    this.#isStopped = false;
  }

  #next(): void {
    let frame = this.#waiting[0];
    const pace = this.pace();
    // a loop, and not a timer for each: what takes no time is there when this returns
    while (frame) {
      const hurry = Math.max(1, this.#backlog(pace) / this.#patience());
      const wait = timeOf(frame, pace) / hurry;
      this.#waiting.shift();
      this.#current = frame;
      frame.show(pace * hurry);
      if (wait > 0) {
        const shown = frame;
        this.#timer = setTimeout(() => this.#after(shown), wait);
        return;
      }
      if (frame.stops?.()) return this.#stop();
      frame = this.#waiting[0];
    }
    this.#finish();
  }

  #after(frame: Frame | null): void {
    if (frame?.stops?.()) this.#stop();
    else this.#next();
  }

  #stop(): void {
    this.#current = null;
    this.#isStopped = true;
  }

  #backlog(pace: number): number {
    return this.#waiting.reduce((sum, frame) => sum + timeOf(frame, pace), 0);
  }

  #patience(): number {
    const looking = this.#waiting.reduce((sum, { look = 0 }) => sum + look, 0);
    return PATIENCE + Math.min(LOOKING, looking);
  }

  #finish(): void {
    this.#current = null;
    this.settled();
  }
}

/** Milliseconds for which a frame is to be seen. */
function timeOf({ time, look = 0, held = 0 }: Frame, pace: number): number {
  return pace === 0 ? held : Math.max(time / pace, look);
}
