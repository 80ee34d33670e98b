/** The seat that is kept at a table for whoever learns: everybody there is told the chapter. Draws nothing. */
import { get, newKey, postKeyed } from "../api";
import type { Done, Learn, Welcome } from "../generated/protocol";
import { invitedTo, isInvitation } from "../table/invitations";

export class KeptSeat {
  #path = "";
  #lesson: string;
  /** The chapter that the table knows of, counted from 1; undefined until it was asked, null for nobody who learns there. */
  #told: number | null | undefined = undefined;
  #telling: Promise<void>;

  /** `table` is the address of the table's page. */
  constructor(table: string, lesson: string) {
    this.#lesson = lesson;
    this.#telling = this.#ask(new URL(table, location.origin));
  }

  /** Only for somebody who sits there and has gone to learn is anything told. */
  async #ask({ pathname, search }: URL): Promise<void> {
    try {
      const part = decodeURIComponent(pathname.split("/")[2] ?? "");
      const { id, invite } = isInvitation(part) ? await invitedTo(part) : { id: part, invite: null };
      this.#path = `/api/tables/${encodeURIComponent(id)}`;
      const { table, you } = await get<Welcome>(this.#path + (invite ? `?${new URLSearchParams({ invite })}` : search));
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
