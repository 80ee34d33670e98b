/** Looking at an earlier moment of a game: stepping, jumping, playing on, from any seat once the game is over. */
import { get } from "../api";
import type { Sight } from "../generated/protocol";
import { pace } from "../settings.svelte";
import { fromSeat, type Scene, type Session } from "./session.svelte";
import { timeOf } from "./truth";

/** Milliseconds for which what a player did is looked at, beyond the step itself. */
const PAUSE = 500;

export class Replay {
  /** How many moves the moment shown has; null is the present. */
  ply = $state<number | null>(null);
  scene = $state.raw<Scene | null>(null);
  isPlaying = $state(false);
  /** Scores and prompt of the moment, once they have come. */
  sight = $state.raw<Sight | null>(null);
  /** The seat from which a finished game is looked at; null is one's own. */
  seenBy = $state<number | null>(null);

  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    this.#session.skip();
    const at = Math.max(0, Math.min(ply, plies));
    const onward = this.scene !== null && this.ply !== null && at === this.ply + 1;
    this.scene = { view: views[at]!, step: onward ? entries[at - 1]! : null, pace: pace() };
    this.ply = at;
    void this.#loadSight(at);
  }

  /** Milliseconds of table time at the moment shown; null in the present. */
  time(): number | null {
    return this.scene === null ? null : timeOf(this.scene.view);
  }

  /** The moves have come, or have come anew. */
  refresh(): void {
    if (this.ply !== null) this.goTo(this.ply);
  }

  /** Some moves back or forth; forth from the last one leads to the present. */
  stepBy(moves: number): void {
    this.pause();
    const { plies } = this.#session.chronicle;
    const to = (this.ply ?? plies) + moves;
    if (this.ply === null && moves > 0) return;
    if (to >= plies) this.toPresent();
    else this.goTo(to);
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
    void this.#session.loadLog();
  }

  /** Plays on from the moment one looks at, or from the beginning. */
  play(): void {
    if (this.ply === null || this.ply >= this.#session.chronicle.plies) this.goTo(0);
    this.isPlaying = true;
    this.#playNext();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
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

  async #loadSight(ply: number): Promise<void> {
    try {
      const sight = await get<Sight>(this.#session.path(`moments/${ply}`, fromSeat(this.#session.viewer)));
      if (this.ply === ply) this.sight = sight;
    } catch {
      // scores stay as they were; the board itself needs nothing from the server
    }
  }
}
