/** Advice from a strong bot, while one decides: asked for, shown in two steps, and forgotten with the next move. */
import { newKey } from "../api";
import type { Move, Weighed } from "../generated/protocol";
import type { Session } from "./session.svelte";

/** Where to look first, and then what to do. */
export interface Advice {
  seq: number;
  choices: Weighed[] | null;
  open: boolean;
}

export class Advisor {
  advice = $state.raw<Advice | null>(null);

  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Asks for advice, or for more of it. */
  async ask(): Promise<void> {
    if (this.advice) {
      this.advice = { ...this.advice, open: true };
      return;
    }
    const { commands, listening, now } = this.#session;
    const seq = listening.truth.seq;
    const asked = (this.advice = { seq, choices: null, open: false });
    try {
      const hinted = await commands.send({ type: "hint", key: newKey(), seq, seat: now?.seat });
      if (this.advice?.seq === seq && hinted.type === "hinted")
        this.advice = { ...this.advice, choices: hinted.choices };
    } catch (problem) {
      if (this.advice === asked) this.advice = null;
      commands.refuse(problem);
    }
  }

  /** Points at something that could be done, as a log line points at what was done. */
  point(choice: { move: Move; label: string } | null): void {
    const { seq, ply, seat } = this.#session.now!;
    const actor = seat ?? "house";
    this.#session.highlight = choice && { seq, ply, passed: 0, actor, move: choice.move, sentence: choice.label };
  }

  close(): void {
    this.advice = null;
    this.#session.highlight = null;
  }

  /** Forgets advice that was given for another moment than this one. */
  forget(seq: number | undefined): void {
    if (this.advice && this.advice.seq !== seq) this.advice = null;
  }
}
