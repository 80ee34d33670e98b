/**
 * What just happened at a table: which turns of the others are to be seen on the board, which one somebody points at, and
 * what there is to read about each. Draws nothing.
 */
import { addressed } from "./addressing";
import type { Recap } from "./board";
import { isTurnOver, turnsOf, type Chronicle, type Turn } from "./chronicle";
import { recapOf } from "./recap";
import type { Session } from "./session.svelte";
import { pastOf, trailAt, type AnyTrail, type Past } from "./trails";

const NONE: AnyTrail[] = [];
const NOTHING: Past = { last: new Map(), fresh: NONE };

export class Happened {
  /** The seat whose line in the rail is pointed at: its last turn is shown alone. */
  pointed = $state<number | null>(null);
  /** The seat after whose turn the table waits to be told to go on. */
  stopped = $state<number | null>(null);
  /** How many moves are shown while a turn is shown once more; null otherwise. */
  until = $state<number | null>(null);

  #session: Session;
  #past = $derived.by<Past>(() => this.#read());
  /** What a board draws. */
  trails = $derived.by<AnyTrail[]>(() => this.#shown());

  constructor(session: Session) {
    this.#session = session;
  }

  /** The last turn of another seat, with the number it has on the board; null before it had one, and for the viewer. */
  lastOf(seat: number): AnyTrail | null {
    return this.#past.last.get(seat) ?? null;
  }

  /** The turn of the others that was played last, whatever came after it. */
  get latest(): AnyTrail | null {
    return this.stopped !== null ? this.lastOf(this.stopped) : (this.others.at(-1) ?? null);
  }

  /** The last turn of each of the others, in order of play. */
  get others(): AnyTrail[] {
    const plyOf = (trail: AnyTrail) => trail.steps[0]!.ply;
    return [...this.#past.last.values()].sort((one, other) => plyOf(one) - plyOf(other));
  }

  /** A turn in words. */
  recap(trail: AnyTrail): Recap {
    const { own, seats, drawing, looks, isQuiet } = this.#session;
    const told = drawing?.recap?.(trail, { viewer: own, seats });
    return told ?? recapOf(trail, (sentence) => addressed(looks.parts(sentence), own), isQuiet);
  }

  #read(): Past {
    return this.#pastOf(this.#session.chronicle, this.#session.turns);
  }

  #pastOf(chronicle: Chronicle, turns: Turn[]): Past {
    const { isRacing, viewer, drawing, isQuiet } = this.#session;
    if (isRacing || turns.length === 0) return NOTHING;
    const decides = drawing?.decides ?? ((step) => !isQuiet(step));
    const seat = turns.at(-1)!.seat;
    const isOver = seat === null || isTurnOver(seat, chronicle.views.at(-1)!, drawing ?? {});
    return pastOf(chronicle, turns, { viewer, decides, isOver });
  }

  #shown(): AnyTrail[] {
    const { isRacing, chronicle, turns, replay, advisor } = this.#session;
    if (isRacing) return NONE;
    if (replay.ply !== null) {
      const looked = trailAt(chronicle, turns, replay.ply);
      return looked ? [looked] : NONE;
    }
    if (this.until !== null) return this.#pastUntil(this.until);
    if (this.pointed !== null) {
      const pointed = this.lastOf(this.pointed);
      return pointed ? [pointed] : NONE;
    }
    // a hint has the board to itself
    return advisor.advice ? NONE : this.#past.fresh;
  }

  /** What there was to be seen after so many moves. */
  #pastUntil(ply: number): AnyTrail[] {
    const cut = this.#session.chronicle.until(ply);
    return this.#pastOf(cut, turnsOf(cut, this.#session.drawing ?? {})).fresh;
  }
}
