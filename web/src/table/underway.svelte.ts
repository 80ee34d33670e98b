/**
 * The moves that were sent and of which nothing is to be seen yet. Where everybody acts at once there may be several.
 * Knows neither the connection nor what moves mean.
 */
import type { Move } from "../generated/protocol";

/** A move on its way; `seq` is the event it has become, once that is known. */
export interface Sent {
  move: Move;
  seq: number | null;
}

export class Underway {
  /** In the order in which they were sent. */
  moves = $state.raw<Move[]>([]);
  #sent: Sent[] = [];

  add(move: Move): Sent {
    const sent: Sent = { move, seq: null };
    this.#become([...this.#sent, sent]);
    return sent;
  }

  /** It will not happen. */
  drop(sent: Sent): void {
    this.#become(this.#sent.filter((each) => each !== sent));
  }

  /** Everything up to an event is to be seen now. */
  seen(seq: number): void {
    const left = this.#sent.filter((each) => each.seq === null || each.seq > seq);
    if (left.length < this.#sent.length) this.#become(left);
  }

  #become(sent: Sent[]): void {
    this.#sent = sent;
    this.moves = sent.map(({ move }) => move);
  }
}
