/** The moments of a race by the time at which they were. Knows no game, and plays nothing. */
import { tableTimeOf, type View } from "./truth";

export class Timeline {
  #times: number[];

  /** View n is the one after n moves. */
  constructor(views: View[]) {
    this.#times = views.map(tableTimeOf);
  }

  /** Milliseconds from the first moment to the last. */
  get length(): number {
    return this.#at(this.#times.length - 1) - this.#at(0);
  }

  /** Milliseconds from the first moment to the one after so many moves. */
  since(ply: number): number {
    return this.#at(ply) - this.#at(0);
  }

  /** How many moves had been made so many milliseconds after the first moment. */
  plyAt(since: number): number {
    const time = this.#at(0) + since;
    let [low, high] = [0, this.#times.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#at(middle) <= time) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  #at(ply: number): number {
    return this.#times[Math.max(0, Math.min(ply, this.#times.length - 1))] ?? 0;
  }
}
