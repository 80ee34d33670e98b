/**
 * Advice from a strong bot, while one decides: asked for, one line of it drawn on the board, forgotten with the next move.
 * And reasons for what the others did.
 */
import { newKey } from "../api";
import { askCatalogue } from "../games/catalogue.svelte";
import type { Move, Weighed } from "../generated/protocol";
import { addressed } from "./addressing";
import type { Step } from "./board";
import type { Session } from "./session.svelte";
import { textOf } from "./words";

export interface Advice {
  seq: number;
  choices: Weighed[] | null;
  /** The line that is open, and drawn on the board. */
  chosen: number;
}

/** Milliseconds between two questions whether the cats are awake. */
const ASK_AGAIN = 1000;

export class Advisor {
  advice = $state.raw<Advice | null>(null);
  /** How much of the game is ready for bots, from 0 to 1, while a hint waits for that; null while one thinks. */
  awake = $state<number | null>(null);
  /** Why somebody did what they did last; an empty sentence while it is asked for. */
  explained = $state.raw<{ seat: number; sentence: string } | null>(null);

  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The move that is drawn on the board; null for none. */
  get proposed(): Step<unknown> | null {
    const choice = this.advice?.choices?.[this.advice.chosen];
    return choice ? this.#stepOf(choice) : null;
  }

  async ask(): Promise<void> {
    if (this.advice) return;
    const { commands, listening, now } = this.#session;
    const seq = listening.truth.seq;
    const asked = (this.advice = { seq, choices: null, chosen: 0 });
    const watching = setInterval(() => void this.#watch(), ASK_AGAIN);
    try {
      const hinted = await commands.send({ type: "hint", key: newKey(), seq, seat: now?.seat });
      if (this.advice?.seq === seq && hinted.type === "hinted") {
        this.advice = { ...this.advice, choices: hinted.choices };
        this.choose(0);
      }
    } catch (problem) {
      if (this.advice === asked) this.advice = null;
      commands.refuse(problem);
    } finally {
      clearInterval(watching);
      this.awake = null;
    }
  }

  /** Opens a line of the advice, and draws it. */
  choose(line: number): void {
    const choice = this.advice?.choices?.[line];
    if (!this.advice || !choice) return;
    this.advice = { ...this.advice, chosen: line };
    this.#session.foresight.look(choice.move, 0);
  }

  /** Points at something that could be done, as a log line points at what was done. */
  point(choice: { move: Move; label: string } | null): void {
    this.#session.highlight = choice && this.#stepOf(choice);
    this.#session.foresight.look(choice?.move ?? (this.proposed?.move as Move | undefined) ?? null);
  }

  close(): void {
    this.advice = null;
    this.#session.highlight = null;
    this.#session.foresight.forget();
  }

  /** Forgets advice that was given for another moment than this one. */
  forget(seq: number | undefined): void {
    if (this.advice && this.advice.seq !== seq) this.advice = null;
    this.explained = null;
    this.#session.foresight.forget();
  }

  /** Asks what the last turn of somebody was good for; asked again, it is put away. */
  async explain(seat: number): Promise<void> {
    if (this.explained?.seat === seat) {
      this.explained = null;
      return;
    }
    const { commands, looks, own } = this.#session;
    const asked = (this.explained = { seat, sentence: "" });
    try {
      const told = await commands.send({ type: "explain", key: newKey(), of: seat });
      if (this.explained === asked && told.type === "explained")
        this.explained = { seat, sentence: textOf(addressed(looks.parts(told.sentence), own)) };
    } catch (problem) {
      if (this.explained === asked) this.explained = null;
      commands.refuse(problem);
    }
  }

  #stepOf({ move, label }: { move: Move; label: string }): Step<unknown> {
    const { seq, ply, seat } = this.#session.now!;
    return { seq, ply, passed: 0, actor: seat ?? "house", move, sentence: label };
  }

  /** Looks whether the bots of this game are awake, so that whoever waits knows for what. */
  async #watch(): Promise<void> {
    const game = this.#session.table?.game;
    try {
      const ready = (await askCatalogue()).games.find(({ id }) => id === game)?.ready;
      if (this.advice && !this.advice.choices) this.awake = ready && ready.state !== "ready" ? ready.share : null;
    } catch {
      // whoever waits goes on waiting
    }
  }
}
