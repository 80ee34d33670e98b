/**
 * What is read out to those who listen: one announcement for a whole turn of somebody else, with the faces of its dice and
 * what it meant, and what there is to do now. Own doings are told as they are done. Draws nothing.
 */
import { listOf } from "../lobby/words";
import { addressed } from "./addressing";
import type { Recap, Traced } from "./board";
import { unstressed } from "./recap";
import type { Session } from "./session.svelte";
import type { AnyTrail } from "./trails";
import { textOf } from "./words";

export class Announcer {
  #session: Session;
  #unsaid: string[] = [];
  /** Somebody else's turn, as far as it has been shown. */
  #turn: AnyTrail | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  /** A sentence of its own: what the viewer did, or what happened in a race. */
  tell(sentence: string): void {
    this.#unsaid.push(this.#worded(sentence));
  }

  /** A step of somebody else's turn. */
  gather(seat: number, step: Traced<any, any>): void {
    if (this.#turn && this.#turn.seat !== seat) this.close();
    const steps = this.#turn?.steps ?? [];
    this.#turn = { seat, number: 1, steps: [...steps, step], isOver: false };
  }

  /** Moves were taken back: nobody needs to hear of them. */
  cut(ply: number): void {
    const steps = this.#turn?.steps.filter((step) => step.ply < ply) ?? [];
    this.#turn = this.#turn && steps.length > 0 ? { ...this.#turn, steps } : null;
  }

  /** Somebody else's turn is over. */
  close(): void {
    if (!this.#turn) return;
    const trail = { ...this.#turn, isOver: true };
    this.#turn = null;
    const name = this.#session.seats[trail.seat]?.name ?? "";
    this.#unsaid.push(inOneGo(name, this.#session.happened.recap(trail)));
  }

  /** Says what has been gathered, while more is to come. */
  flush(): void {
    if (this.#unsaid.length > 0) this.#session.announcement = this.#unsaid.splice(0).join(" ");
  }

  /** Everything has been shown: says what has happened, and what there is to do, unless a bot goes on by itself. */
  settle(): void {
    const { now, isMyTurn } = this.#session;
    const isUpToViewer = isMyTurn || now?.outcome != null;
    if (isUpToViewer) this.close();
    if (this.#turn) return this.flush();
    const said = this.#unsaid.splice(0);
    const isGoingOn = !isUpToViewer && said.length > 0 && this.#isBotsTurn();
    const prompt = isGoingOn ? "" : this.#worded(now?.prompt ?? "");
    this.#session.announcement = [...said, prompt].filter(Boolean).join(" ");
  }

  #isBotsTurn(): boolean {
    const actor = this.#session.now?.actor;
    const kind = typeof actor === "number" ? this.#session.seats[actor]?.kind : undefined;
    return kind === "bot" || kind === "automaton";
  }

  #worded(sentence: string): string {
    return textOf(addressed(this.#session.parts(sentence), this.#session.own));
  }
}

/** What is read out now: nothing of the present, such as how the game ended, while an earlier moment is looked at. */
export function readOut({ isReplay, announcement }: Pick<Session, "isReplay" | "announcement">): string {
  return isReplay ? "" : announcement;
}

/** A turn in one go: "Domino rolls 4 dice: 3 wheels and builds a curved 1. The train is safe." */
function inOneGo(name: string, { line, steps, means }: Recap): string {
  const done = steps.length > 0 ? `${name} ${listOf(steps)}` : `${name}: ${line}`;
  return unstressed(`${done.replace(/\.$/, "")}. ${means}`.trim());
}
