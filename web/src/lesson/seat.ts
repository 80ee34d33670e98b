/** The seat that is kept at a table for whoever learns: everybody there is told the chapter. Draws nothing. */
import { get, newKey, postKeyed } from "../api";
import type { Done, Learn, Welcome } from "../generated/protocol";

export class KeptSeat {
  #path: string;
  #lesson: string;
  /** The chapter that the table knows of, counted from 1; undefined until it was asked, null for nobody who learns there. */
  #told: number | null | undefined = undefined;
  #telling: Promise<void>;

  /** `table` is the address of the table's page. */
  constructor(table: string, lesson: string) {
    const { pathname, search } = new URL(table, location.origin);
    this.#path = `/api/tables/${encodeURIComponent(pathname.split("/")[2] ?? "")}`;
    this.#lesson = lesson;
    this.#telling = this.#ask(search);
  }

  /** Only for somebody who sits there and has gone to learn is anything told. */
  async #ask(search: string): Promise<void> {
    try {
      const { table, you } = await get<Welcome>(this.#path + search);
      const seat = table.seats.find((info) => you.seats.includes(info.seat) && info.learning);
      this.#told = seat?.learning?.chapter ?? null;
    } catch {
      this.#told = null; // a table that cannot be asked keeps nothing
    }
  }

  /** The learner is in this chapter, counted from 1. */
  tell(chapter: number): Promise<void> {
    this.#telling = this.#telling.then(async () => {
      if (this.#told === null || this.#told === chapter) return;
      try {
        await postKeyed<Done>(`${this.#path}/commands`, this.#learning(chapter));
        this.#told = chapter;
      } catch {
        this.#told = null; // the seat was given away; the lesson goes on
      }
    });
    return this.#telling;
  }

  #learning(chapter: number): Learn {
    return { type: "learn", key: newKey(), lesson: this.#lesson, chapter };
  }
}
