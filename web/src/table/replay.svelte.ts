/**
 * Looking at an earlier moment of a game: stepping, jumping, playing on, from any seat once the game is over. A race is
 * played on in the time it took, or faster or slower.
 */
import { flushSync } from "svelte";
import { get } from "../api";
import type { Sight } from "../generated/protocol";
import { pace } from "../settings.svelte";
import { fromSeat } from "./addresses";
import type { Scene, Session } from "./session.svelte";
import { isSilent } from "./steps";
import { Timeline } from "./timeline";
import { tableTimeOf } from "./truth";

/** Milliseconds for which what a player did is looked at, beyond the step itself. */
const PAUSE = 500;
/** How much faster than it was a race can be looked at. */
export const SPEEDS = [0.5, 1, 2, 4];
/** Moments that were missed, as by a page that nobody saw, are not made up for one by one. */
const MISSED = 30;

export class Replay {
  /** How many moves the moment shown has; null is the present. */
  ply = $state<number | null>(null);
  scene = $state.raw<Scene | null>(null);
  isPlaying = $state(false);
  /** Scores and prompt of the moment, once they have come. */
  sight = $state.raw<Sight | null>(null);
  /** The seat from which a finished game is looked at; null is one's own. */
  seenBy = $state<number | null>(null);
  /** Of a race. */
  speed = $state(1);
  timeline = $derived.by(() => new Timeline(this.#session.chronicle.views));

  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** From which time of the race it has been played, and since when. */
  #run = { from: 0, began: 0 };
  #sightWanted: number | null = null;
  #sightLoading = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Looks at the moment after so many moves. */
  goTo(ply: number): void {
    const { plies, views, entries } = this.#session.chronicle;
    if (views.length === 0) {
      this.ply = ply;
      return;
    }
    this.#session.skipAll();
    const at = Math.max(0, Math.min(ply, plies));
    const onward = this.scene !== null && this.ply !== null && at === this.ply + 1;
    const last = onward && isSilent(entries[at - 1]!) ? this.scene!.step : (entries[at - 1] ?? null);
    this.scene = { view: views[at]!, step: onward ? last : null, pace: pace() };
    this.ply = at;
    void this.#loadSight(at);
  }

  /** Looks at the moment so many milliseconds after the beginning of a race. */
  goToTime(since: number): void {
    this.pause();
    this.goTo(this.timeline.plyAt(since));
  }

  /** Milliseconds of table time at the moment shown; null in the present. */
  time(): number | null {
    if (this.scene === null) return null;
    if (!this.isPlaying || !this.#session.isRacing) return tableTimeOf(this.scene.view);
    return tableTimeOf(this.#session.chronicle.views[0]!) + this.#reached();
  }

  /** The moves have come, or have come anew. */
  refresh(): void {
    if (this.ply !== null) this.goTo(this.ply);
  }

  /** Some moves back or forth; forth from the last one leads to the present. Time that passes is no move. */
  stepBy(moves: number): void {
    this.pause();
    const { plies, entries } = this.#session.chronicle;
    if (this.ply === null && moves > 0) return;
    let to = (this.ply ?? plies) + moves;
    while (to > 0 && to < plies && isSilent(entries[to - 1]!)) to += Math.sign(moves);
    if (to >= plies) this.toPresent();
    else this.goTo(to);
  }

  /** Some turns back or forth: a step is a turn, never a die. In a race there are no turns, and it is a move. */
  stepByTurn(turns: number): void {
    if (this.#session.isRacing) return this.stepBy(turns);
    this.pause();
    const { plies } = this.#session.chronicle;
    const at = this.ply ?? plies;
    const ends = [0, ...this.#session.turns.map(({ entries }) => entries.at(-1)!.ply + 1)];
    const to = turns > 0 ? ends.find((end) => end > at) : ends.findLast((end) => end < at);
    if (turns > 0 && (to === undefined || to >= plies)) return this.toPresent();
    if (to !== undefined) this.goTo(to);
  }

  toPresent(): void {
    this.pause();
    this.ply = null;
    this.scene = null;
    this.sight = null;
    if (this.seenBy !== null) this.lookFrom(null);
  }

  lookFrom(seat: number | null): void {
    this.seenBy = seat;
    void this.#session.logbook.load();
  }

  /** Plays on from the moment one looks at, or from the beginning. */
  play(): void {
    if (this.ply === null || this.ply >= this.#session.chronicle.plies) this.goTo(0);
    if (this.ply === null) return;
    this.#run = { from: this.timeline.since(this.ply), began: performance.now() };
    this.isPlaying = true;
    if (this.#session.isRacing) this.#runOn();
    else this.#playNext();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** Another speed, from now on. */
  runAt(speed: number): void {
    this.#run = { from: this.#reached(), began: performance.now() };
    this.speed = speed;
    if (!this.isPlaying) return;
    clearTimeout(this.#timer);
    this.#runOn();
  }

  #playNext(): void {
    const { entries, views, plies } = this.#session.chronicle;
    const at = this.ply;
    if (!this.isPlaying || at === null) return;
    if (at >= plies) return this.pause();
    const entry = entries[at]!;
    const time = this.#session.timeOf(entry, views[at]!, views[at + 1]!);
    const rest = typeof entry.actor === "number" ? PAUSE : 0;
    this.goTo(at + 1);
    this.#timer = setTimeout(() => this.#playNext(), (time + rest) / (pace() || 1));
  }

  /** Milliseconds of the race that have been played. */
  #reached(): number {
    return Math.min(this.timeline.length, this.#run.from + this.speed * (performance.now() - this.#run.began));
  }

  /** Shows what has happened meanwhile in the race, and waits for what comes next in it. */
  #runOn(): void {
    const reached = this.#reached();
    const until = this.timeline.plyAt(reached);
    if (until - this.ply! > MISSED) this.goTo(until);
    while (this.ply! < until) {
      this.goTo(this.ply! + 1);
      flushSync();
    }
    if (until >= this.#session.chronicle.plies) return this.pause();
    this.#timer = setTimeout(() => this.#runOn(), (this.timeline.since(until + 1) - reached) / this.speed);
  }

  /** One question at a time: moments that were passed meanwhile are not asked for. */
  async #loadSight(ply: number): Promise<void> {
    this.#sightWanted = ply;
    if (this.#sightLoading) return;
    this.#sightLoading = true;
    while (this.#sightWanted !== null) {
      const wanted = this.#sightWanted;
      this.#sightWanted = null;
      await this.#fetchSight(wanted);
    }
    this.#sightLoading = false;
  }

  async #fetchSight(ply: number): Promise<void> {
    try {
      const sight = await get<Sight>(this.#session.path(`moments/${ply}`, fromSeat(this.#session.viewer)));
      if (this.ply === ply || this.isPlaying) this.sight = sight;
    } catch {
      // scores stay as they were; the board itself needs nothing from the server
    }
  }
}
