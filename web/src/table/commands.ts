/** What one does at a table: every command that is sent, and what is said when one is refused. */
import { newKey, postKeyed, Refused, sentenceOf } from "../api";
import type { Move, TableCommand, Wanted } from "../generated/protocol";
import { progressIn } from "../lesson/progress.svelte";
import { change } from "../me.svelte";
import type { Answer } from "./connection";
import { takeFrame } from "./motion";
import type { Session } from "./session.svelte";

export class Commands {
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async play(move: Move): Promise<void> {
    if (this.#session.pending !== null || this.#session.isReplay || this.#session.isBusy) return;
    const sent = this.#session.underway.add(move);
    takeFrame();
    this.#session.advisor.advice = null;
    // whoever has decided looks ahead no more
    this.#session.foresight.forget();
    this.#session.notices.dismiss();
    try {
      const done = await this.send({
        type: "play",
        key: newKey(),
        seq: this.#session.listening.truth.seq,
        move,
        seat: this.#session.now?.seat,
      });
      if (done.type !== "ok") return;
      sent.seq = done.seq;
      this.#session.underway.seen(this.#session.listening.shownSeq);
    } catch (problem) {
      this.#session.underway.drop(sent);
      this.refuse(problem);
    }
  }

  async whyNot(move: Move): Promise<void> {
    if (!this.#session.isSeated || this.#session.isReplay) return;
    await this.#try(async () => {
      const reason = await this.send({ type: "why", key: newKey(), move, seat: this.#session.now?.seat });
      if (reason.type === "reason" && !reason.legal)
        this.#session.notices.tell("refusal", this.#session.looks.named(reason.sentence), reason.clause);
    });
  }

  /** Tells why something is not possible that the page need not ask about. */
  refuseHere(reason: string, clause: string): void {
    const { isSeated, isReplay, notices } = this.#session;
    if (isSeated && !isReplay) notices.tell("refusal", reason, clause);
  }

  undo(turn: boolean): Promise<boolean> {
    return this.command({
      type: "undo",
      key: newKey(),
      seq: this.#session.listening.truth.seq,
      seat: this.#session.now?.seat,
      turn,
    });
  }

  takeback(): Promise<boolean> {
    return this.command({
      type: "takeback",
      key: newKey(),
      seq: this.#session.listening.truth.seq,
      seat: this.#session.now?.seat,
    });
  }

  answerTakeback(agree: boolean): Promise<boolean> {
    return this.command({ type: "answer", key: newKey(), seq: this.#session.listening.truth.seq, agree });
  }

  arrange(seat: number, who: Wanted): Promise<boolean> {
    return this.command({ type: "arrange", key: newKey(), seat, who });
  }

  /** Sends a command whose effect comes as news; says whether it was carried out. */
  command(command: TableCommand): Promise<boolean> {
    return this.#try(() => this.send(command));
  }

  /** Takes a seat under a name and with a face, as somebody new if one is nobody yet. */
  sit(seat: number, name: string, face?: string): Promise<boolean> {
    return this.#try(async () => {
      const { you } = this.#session;
      const isNew = you?.guest === null;
      const called = name.trim();
      const changes = { ...(called && called !== you?.name && { name: called }), ...(face && { face }) };
      if (isNew || Object.keys(changes).length) await change(changes);
      if (isNew) {
        this.#session.listening.truth.seq = 0;
        this.#session.connection.renew();
      }
      await this.send({ type: "sit", key: newKey(), seat });
    });
  }

  /** Goes to learn the game while one's seat is kept; the table is told where one is in the lesson. */
  learn(lesson: string): Promise<boolean> {
    const chapter = (progressIn(this.#session.table?.game ?? "", lesson)?.chapter ?? 0) + 1;
    return this.command({ type: "learn", key: newKey(), lesson, chapter });
  }

  /** A name for somebody who shares the device. */
  call(seat: number, name: string): Promise<boolean> {
    return this.command({ type: "sit", key: newKey(), seat, name });
  }

  /** Another name, also on the seats that one has taken while the game has not begun. */
  rename(name: string): Promise<boolean> {
    return this.#try(async () => {
      const { name: called } = await change({ name });
      // others on this device keep the names of their own
      const { table, you } = this.#session;
      const named = table?.stage === "lobby" ? (you?.seats ?? []) : [];
      const seats = named.filter((seat) => table?.seats[seat]?.name === you?.name);
      for (const seat of seats)
        await postKeyed(this.#session.path("commands"), { key: newKey(), type: "sit", seat } as { key: string });
      if (this.#session.you) this.#session.you = { ...this.#session.you, name: called };
    });
  }

  send(command: TableCommand): Promise<Answer> {
    return this.#session.connection.send(command);
  }

  /** Tells why something was refused. */
  refuse(problem: unknown): void {
    const { notices, looks } = this.#session;
    const clause = problem instanceof Refused ? problem.clause : null;
    notices.tell("refusal", looks.named(sentenceOf(problem)), clause);
  }

  async #try(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (problem) {
      this.refuse(problem);
      return false;
    }
  }
}
