/**
 * What a move would lead to, looked at before it is made: the server plays it on what the viewer may see, up to the next
 * luck or anything hidden. Asked for a moment after somebody has begun to point, and never twice for the same.
 */
import { newKey } from "../api";
import type { Move } from "../generated/protocol";
import { same } from "../same";
import type { Foreseen } from "./board";
import type { Session } from "./session.svelte";

/** Milliseconds that somebody points at a move before it is looked at: whoever passes over means nothing by it. */
export const HESITATION = 120;

export class Foresight {
  /** What is looked at now; null for nothing, and until the server has answered. */
  seen = $state.raw<Foreseen<any, any> | null>(null);

  #session: Session;
  #wanted: Move | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known: { seq: number; found: Foreseen<any, any>[] } = { seq: -1, found: [] };

  constructor(session: Session) {
    this.#session = session;
  }

  /** Somebody points at a move that could be made, or at nothing any more. */
  look = (move: Move | null, hesitation = HESITATION): void => {
    if (same(move, this.#wanted)) return;
    clearTimeout(this.#timer);
    this.#wanted = move;
    this.seen = move === null ? null : this.#remembered(move);
    if (move !== null && this.seen === null) this.#timer = setTimeout(() => void this.#ask(move), hesitation);
  };

  /** What was looked at is of another moment. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#wanted = this.seen = null;
  }

  #remembered(move: Move): Foreseen<any, any> | null {
    const { seq, found } = this.#known;
    return seq === this.#session.listening.truth.seq ? (found.find((one) => same(one.move, move)) ?? null) : null;
  }

  async #ask(move: Move): Promise<void> {
    const { commands, link, listening, now, live } = this.#session;
    // without a line it would be asked about a moment that has passed when there is one again
    if (link !== "connected") return void (this.#wanted = null);
    const seq = listening.truth.seq;
    try {
      const told = await commands.send({ type: "preview", key: newKey(), seq, move, seat: now?.seat });
      if (told.type !== "previewed" || seq !== listening.truth.seq || !live) return;
      const found = { move, before: live.view, after: told.view, changes: told.changes, actor: told.actor };
      this.#known = { seq, found: [...(this.#known.seq === seq ? this.#known.found : []), found] };
      if (same(move, this.#wanted)) this.seen = found;
    } catch {
      // a look that nobody answers shows nothing: the move itself says why it cannot be made
    }
  }
}
