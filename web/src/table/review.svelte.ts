/**
 * Looking back at a finished game with a strong bot: what it thinks of the decisions, asked for one after the other and
 * kept while the table is open. Draws nothing and computes no rules.
 */
import { SvelteMap } from "svelte/reactivity";
import { get, Refused } from "../api";
import type { Weighing } from "../generated/protocol";
import { beSomebody } from "../guests";
import type { Session } from "./session.svelte";
import { coarseFirst, decisionsOf, pointsOf, type Point } from "./weighing";

export class Review {
  isOpen = $state(false);
  /** Whether all decisions are asked for, not only the one that is looked at. */
  isCounting = $state(false);
  /** Why nothing more comes, if that is so. */
  trouble = $state("");
  /** By moment; null where nobody had anything to decide. */
  weighed = new SvelteMap<number, Weighing | null>();

  #session: Session;
  #chosen = $state<number | null>(null);
  #looked: number | null = null;
  #isAsking = false;

  /** The seat whose chances are drawn: the one chosen, one's own, or the first. */
  seat = $derived.by(() => this.#chosen ?? this.#session.you?.seats[0] ?? 0);
  /** The moments at which that seat decided. */
  decisions = $derived.by(() => decisionsOf(this.#session.chronicle.entries, this.seat, this.#session.drawing?.quiet));
  points = $derived.by<Point[]>(() => pointsOf(this.decisions, this.weighed, this.#session.chronicle.entries));
  done = $derived.by(() => this.decisions.filter((ply) => this.weighed.has(ply)).length);

  constructor(session: Session) {
    this.#session = session;
  }

  goOn(): void {
    this.isCounting = true;
    this.trouble = "";
    void this.#ask();
  }

  /** What was found out is kept, and what is being thought about is the last. */
  stop(): void {
    this.isCounting = false;
    this.#looked = null;
  }

  choose(seat: number): void {
    this.#chosen = seat;
    this.goOn();
  }

  /** Somebody looks at this moment: it comes before all others. */
  look(ply: number): void {
    this.#looked = ply;
    if (this.trouble === "") void this.#ask();
  }

  /** One question at a time: others want the bot to think for them too. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await beSomebody();
      for (let ply = this.#next(); ply !== null; ply = this.#next()) this.weighed.set(ply, await this.#weigh(ply));
    } catch (problem) {
      this.stop();
      this.trouble = problem instanceof Error ? problem.message : String(problem);
    } finally {
      this.#isAsking = false;
    }
  }

  #next(): number | null {
    if (this.#looked !== null && !this.weighed.has(this.#looked)) return this.#looked;
    if (!this.isCounting) return null;
    const next = coarseFirst(this.decisions).find((ply) => !this.weighed.has(ply));
    if (next === undefined) this.isCounting = false;
    return next ?? null;
  }

  async #weigh(ply: number): Promise<Weighing | null> {
    try {
      return await get<Weighing>(this.#session.path(`moments/${ply}/weighed`));
    } catch (problem) {
      if (problem instanceof Refused && problem.code === "no_moment") return null;
      throw problem;
    }
  }
}
