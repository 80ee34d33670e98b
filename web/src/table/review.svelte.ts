/**
 * The review of a finished game: reckoned by the server while somebody waits for it, and told turn by turn. Draws nothing
 * and computes no rules.
 */
import { sentenceOf } from "../api";
import type { Error as ErrorMessage, ReviewProgress } from "../generated/protocol";
import { beSomebody } from "../guests";
import { played } from "../review/chances";
import type { Review as ReviewDocument, Turn } from "../review/document";
import type { Session } from "./session.svelte";

type Told = Omit<ReviewProgress, "review"> & { review: ReviewDocument | null };

export class Review {
  /** How far it is; null before anything was heard. */
  progress = $state.raw<Told | null>(null);
  /** Why nothing more comes, if that is so. */
  error = $state("");
  isOpen = $state(false);

  document = $derived<ReviewDocument | null>(this.progress?.review ?? null);
  isDone = $derived(this.progress?.finished ?? false);
  turns = $derived.by<Turn[]>(() => (this.document ? played(this.document) : []));

  #session: Session;
  #line: EventSource | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Asks for it, and listens until it is done. A second time it does nothing. */
  async open(): Promise<void> {
    this.isOpen = true;
    if (this.#line || this.isDone) return;
    this.error = "";
    try {
      await beSomebody();
    } catch (problem) {
      this.error = sentenceOf(problem);
      return;
    }
    if (!this.isOpen || this.#line) return;
    const line = (this.#line = new EventSource(this.#session.path("review")));
    line.onmessage = ({ data }) => this.#hear(JSON.parse(data as string) as Told | ErrorMessage);
    line.onerror = () => {
      // a browser asks again by itself, unless it was refused
      if (line.readyState === EventSource.CLOSED && !this.isDone)
        this.#end("The review cannot be had now: too many are being reckoned, or this table is not open to you.");
    };
  }

  /** Stops it. What was found out stays in sight, and the server goes on from there when it is asked for again. */
  stop(): void {
    this.isOpen = false;
    this.#line?.close();
    this.#line = null;
  }

  #hear(told: Told | ErrorMessage): void {
    if (told.type === "error") return this.#end(told.sentence);
    this.progress = told;
    if (told.finished) this.stop();
  }

  #end(sentence: string): void {
    this.error = sentence;
    this.stop();
  }
}
