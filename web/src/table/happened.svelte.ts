/**
 * What just happened at a table: which turns of the others are to be seen on the board, which one somebody points at, and
 * what there is to read about each. Draws nothing.
 */
import type { Recap } from "./board";
import { isTurnOver } from "./chronicle";
import { recapOf } from "./recap";
import type { Session } from "./session.svelte";
import { pastOf, trailAt, type AnyTrail, type Past } from "./trails";

const NONE: AnyTrail[] = [];
const NOTHING: Past = { last: new Map(), fresh: NONE };

export class Happened {
  /** The seat whose line in the rail is pointed at: its last turn is shown alone. */
  pointed = $state<number | null>(null);

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

  /** A turn in words. */
  recap(trail: AnyTrail): Recap {
    const { viewer, seats, drawing, looks, isQuiet } = this.#session;
    const told = drawing?.recap?.(trail, { viewer, seats });
    return told ?? recapOf(trail, (sentence) => looks.parts(sentence), isQuiet);
  }

  #read(): Past {
    const { isRacing, chronicle, turns, viewer, drawing, isQuiet } = this.#session;
    const last = turns.at(-1);
    if (isRacing || !last) return NOTHING;
    const decides = drawing?.decides ?? ((step) => !isQuiet(step));
    return pastOf(chronicle, turns, {
      viewer,
      decides,
      isOver: isTurnOver(last, chronicle.views.at(-1)!, drawing ?? {}),
    });
  }

  #shown(): AnyTrail[] {
    const { isRacing, chronicle, turns, replay, advisor } = this.#session;
    if (isRacing) return NONE;
    if (replay.ply !== null) {
      const looked = trailAt(chronicle, turns, replay.ply);
      return looked ? [looked] : NONE;
    }
    if (this.pointed !== null) {
      const pointed = this.lastOf(this.pointed);
      return pointed ? [pointed] : NONE;
    }
    // a hint has the board to itself
    return advisor.advice ? NONE : this.#past.fresh;
  }
}
