/**
 * What a seat has done and the table has not taken yet, in the order in which it was done. One thing is sent at a time:
 * the next one only makes sense once the table has the one before. Knows nothing of what the moves mean.
 */

/** Sends a move, and says whether it was made; nothing where it could not be sent just now. */
export type Send<M> = (move: M) => Promise<boolean> | null;

/** How long to wait before something that could not be sent is tried again, in milliseconds. */
const AGAIN = 25;

export class Queue<M> {
  #waiting: M[] = [];
  #sent: M | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is told what is not taken yet, whenever that changes; `refused` what was refused and what fell with it. */
  constructor(
    readonly send: Send<M>,
    readonly changed: (untaken: readonly M[]) => void,
    readonly refused: (move: M, fallen: readonly M[]) => void = () => {},
  ) {}

  /** Everything that was done and is not taken yet, what was sent first. */
  get untaken(): M[] {
    return this.#sent === null ? [...this.#waiting] : [this.#sent, ...this.#waiting];
  }

  add(...moves: M[]): void {
    this.#waiting.push(...moves);
    this.#tell();
    this.pump();
  }

  /** Forgets what has not been sent: the moment in which it made sense is over. */
  drop(): void {
    clearTimeout(this.#timer);
    if (!this.#waiting.length) return;
    this.#waiting = [];
    this.#tell();
  }

  /** Sends the next thing, if nothing is on its way. */
  pump(): void {
    clearTimeout(this.#timer);
    const [next] = this.#waiting;
    if (this.#sent !== null || next === undefined) return;
    const answer = this.send(next);
    if (answer === null) {
      this.#timer = setTimeout(() => this.pump(), AGAIN);
      return;
    }
    this.#waiting.shift();
    this.#sent = next;
    void answer.then(
      (made) => this.#answered(next, made),
      () => this.#answered(next, false),
    );
  }

  #answered(move: M, made: boolean): void {
    this.#sent = null;
    if (!made) {
      // what followed was meant for a table on which this had been done
      const fallen = this.#waiting;
      this.#waiting = [];
      this.refused(move, fallen);
    }
    this.#tell();
    this.pump();
  }

  #tell(): void {
    this.changed(this.untaken);
  }
}
