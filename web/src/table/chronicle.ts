/**
 * The moves of a game as one viewer saw them, with the view before and after each, and the turns they make up. Knows no
 * connection and draws nothing.
 */
import type { Line, Log, Moved, Undone } from "../generated/protocol";
import type { Step } from "./board";
import type { View } from "./truth";

export type Entry = Step<unknown> & { odds: Line["odds"] };

export class Chronicle {
  /** Entry n led from view n to view n + 1. */
  entries: Entry[] = [];
  views: View[] = [];

  /** A whole log, as the server tells it. */
  static of(log: Log): Chronicle {
    const made = new Chronicle();
    if (log.start === null) return made;
    made.views = [log.start];
    for (const line of log.lines) made.#add(line, 0);
    return made;
  }

  get plies(): number {
    return this.entries.length;
  }

  /** The same with one more move; null if moves before it are missing. */
  with(moved: Moved): Chronicle | null {
    if (this.views.length === 0 || moved.ply > this.plies) return null;
    const next = this.#until(moved.ply);
    next.#add(moved, moved.seq);
    return next;
  }

  /** The same without what was taken back. */
  without(undone: Undone): Chronicle {
    return undone.ply < this.plies ? this.#until(undone.ply) : this;
  }

  #until(ply: number): Chronicle {
    const cut = new Chronicle();
    cut.entries = this.entries.slice(0, ply);
    cut.views = this.views.slice(0, ply + 1);
    return cut;
  }

  #add(line: Line | Moved, seq: number): void {
    const { ply, actor, move, sentence } = line;
    const odds = "odds" in line ? line.odds : null;
    this.entries.push({ seq, ply, actor: actorOf(actor), move, sentence, odds });
    this.views.push({ ...this.views.at(-1), ...line.changes });
  }
}

/** Who made a move; what nobody may know was the house's. */
export function actorOf(actor: Line["actor"]): Step<unknown>["actor"] {
  return actor === null || actor === "all" || actor === "over" ? "house" : actor;
}

/** What belongs together in the log: one seat's turn, or what happens between turns. */
export interface Turn {
  /** null for what is nobody's: the setup, the end. */
  seat: number | null;
  /** How many turns this seat has had, this one included. */
  number: number;
  entries: Entry[];
}

/**
 * Entries in turns. Whose turn a moment belongs to is for the game to say, from the view before the move; without its
 * word a turn begins whenever another seat acts.
 */
export function turnsOf(chronicle: Chronicle, turnAt: ((view: View) => number | null) | undefined): Turn[] {
  const turns: Turn[] = [];
  const counts = new Map<number, number>();
  chronicle.entries.forEach((entry, ply) => {
    const last = turns.at(-1);
    const acting = typeof entry.actor === "number" ? entry.actor : (last?.seat ?? null);
    const seat = turnAt ? turnAt(chronicle.views[ply]!) : acting;
    if (last && last.seat === seat) {
      last.entries.push(entry);
      return;
    }
    const number = seat === null ? 0 : (counts.get(seat) ?? 0) + 1;
    if (seat !== null) counts.set(seat, number);
    turns.push({ seat, number, entries: [entry] });
  });
  return turns;
}
