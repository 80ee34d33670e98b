/**
 * The time at a table where everybody may act at once, as near as it can be known here: what the server said last, how
 * long ago that was, and how long it was on its way. Knows neither the connection nor what the time is for.
 */

/** Only the last so many round trips count. */
const REMEMBERED = 5;
/** What was shown too early is made up for by running at half the speed, so that time never jumps back. */
const EASING = 0.5;

/** How long messages take to the server and back: the shortest of the last few, since only the network delays that one. */
export class RoundTrips {
  #last: number[] = [];

  add(milliseconds: number): void {
    this.#last = [...this.#last, milliseconds].slice(-REMEMBERED);
  }

  /** Measures anew, on another line. */
  forget(): void {
    this.#last = [];
  }

  /** 0 before anything was measured. */
  get shortest(): number {
    return this.#last.length === 0 ? 0 : Math.min(...this.#last);
  }
}

/** All local times are milliseconds that only ever grow, such as those of performance.now(). */
export class TableTime {
  #told = 0;
  #heardAt = 0;
  /** How far ahead of the truth what was shown then was. */
  #ahead = 0;
  #stood: number | null = 0;

  /** The server said that it was `time` at the table, in a message that came at `local` after half a round trip. */
  hear(time: number, local: number, roundTrip: number): void {
    const truth = time + roundTrip / 2;
    // time that stood still has been away: it continues where the table is
    this.#ahead = this.#stood === null ? Math.max(0, this.at(local) - truth) : 0;
    this.#told = truth;
    this.#heardAt = local;
    this.#stood = null;
  }

  /** Nothing is heard any more, or nothing is to come: time stands where it is. */
  stand(local: number): void {
    this.#stood = this.at(local);
  }

  /** Milliseconds of table time at a local time. */
  at(local: number): number {
    if (this.#stood !== null) return this.#stood;
    const since = Math.max(0, local - this.#heardAt);
    return this.#told + since + Math.max(0, this.#ahead - EASING * since);
  }
}
