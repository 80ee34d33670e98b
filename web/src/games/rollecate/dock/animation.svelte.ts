/** What has just happened to hand and pile: a card that was drawn, a pair that leaves. */
import { Following } from "../following";
import { NONE, PHASE, kindNamed, topOf, type Move, type View } from "../reading";
import { laidBy } from "../targets";

/** A pair that has just left a pile. */
export interface Pair {
  seat: number;
  kinds: [number, number];
}

export class HandAnimation extends Following {
  /** The kind of the card that has just come into the own hand. */
  drawn = $state(NONE);
  pair = $state.raw<Pair | null>(null);

  protected forget(): void {
    [this.drawn, this.pair] = [NONE, null];
  }

  protected show(before: View, _after: View, move: Move, pace: number): void {
    if (pace === 0) return;
    if ("draw" in move && before.phase === PHASE.drawing) this.drawn = kindNamed(move.draw.card);
    const laid = laidBy(move);
    if (laid?.combine) this.pair = { seat: before.turn, kinds: [topOf(before, before.turn), laid.kind] };
  }
}
