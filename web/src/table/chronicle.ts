/**
 * The moves of a game as one viewer saw them, with the view before and after each, and the turns they make up. Knows no
 * connection and draws nothing.
 */
import type { LogEntry, Log, Moved } from "../generated/protocol";
import type { Actor, Step } from "./board";
import type { View } from "./truth";

export type Entry = Step<unknown> & { odds: LogEntry["odds"] };

/** A move that was planned in private. */
const UNSEEN: Omit<LogEntry, "ply"> = { actor: null, move: null, sentence: "", changes: {}, odds: null };

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

  /** The same with one more move; null if moves before it are missing that one should have heard of. */
  with(moved: Moved): Chronicle | null {
    if (this.views.length === 0 || moved.ply - moved.passed > this.plies) return null;
    const next = new Chronicle();
    next.entries = this.entries.slice(0, moved.ply);
    next.views = this.views.slice(0, moved.ply + 1);
    while (next.plies < moved.ply) next.#add({ ...UNSEEN, ply: next.plies }, 0);
    next.#add(moved, moved.seq);
    return next;
  }

  /** The same up to so many moves. */
  until(ply: number): Chronicle {
    if (ply >= this.plies) return this;
    const cut = new Chronicle();
    cut.entries = this.entries.slice(0, ply);
    cut.views = this.views.slice(0, ply + 1);
    return cut;
  }

  #add(line: LogEntry | Moved, seq: number): void {
    const { ply, actor, move, sentence } = line;
    const odds = "odds" in line ? line.odds : null;
    this.entries.push({ seq, ply, passed: 0, actor: actorOf(actor), move, sentence, odds });
    this.views.push({ ...this.views.at(-1), ...line.changes });
  }
}

/** Who made a move; what nobody may know was the house's. */
export function actorOf(actor: LogEntry["actor"]): Step<unknown>["actor"] {
  return actor === null || actor === "all" || actor === "over" ? "house" : actor;
}

/** What belongs together in the log: one seat's turn, or what happens between turns. */
export interface Turn {
  /** null for what is nobody's: the setup, the end, and everything where all act at once. */
  seat: number | null;
  /** How many turns this seat has had, this one included. */
  number: number;
  /** The part of the game it belongs to, where the game says so. */
  chapter: string;
  entries: Entry[];
}

/** What a game says about the moment before a move: whose turn, whether one begins, and the part of the game. */
export interface Heads {
  turn?: ((view: View) => number | null) | undefined;
  begins?: ((view: View) => boolean) | undefined;
  chapter?: ((view: View) => string) | undefined;
}

/**
 * Entries in turns. Whose turn a moment belongs to is for the game to say; without its word a turn begins whenever another
 * seat acts. One also begins where the game says so. Turns of `before` that are still the same are the same objects.
 */
export function turnsOf(chronicle: Chronicle, heads: Heads, before: Turn[] = []): Turn[] {
  const turns = before.slice(0, -1).filter((turn) => isPartOf(chronicle, turn));
  const counts = new Map<number, number>();
  for (const { seat, number } of turns) if (seat !== null) counts.set(seat, number);
  let at = turns.length === 0 ? 0 : turns.at(-1)!.entries.at(-1)!.ply + 1;
  for (; at < chronicle.plies; at++) {
    const entry = chronicle.entries[at]!;
    const view = chronicle.views[at]!;
    const last = turns.at(-1);
    const seat = seatOnTurn(view, heads, entry.actor, last?.seat ?? null);
    const chapter = heads.chapter?.(view) ?? "";
    const begins = seat !== null && (heads.begins?.(view) ?? false);
    if (last && last.seat === seat && last.chapter === chapter && !begins) {
      // only turns that were begun here are added to
      if (before.includes(last)) turns[turns.length - 1] = { ...last, entries: [...last.entries, entry] };
      else last.entries.push(entry);
      continue;
    }
    const number = seat === null ? 0 : (counts.get(seat) ?? 0) + 1;
    if (seat !== null) counts.set(seat, number);
    turns.push({ seat, number, chapter, entries: [entry] });
  }
  return turns;
}

/** How many of these are turns: the deal is a step, but nobody's turn. */
export function turnsAmong(steps: Turn[]): number {
  return steps.filter(({ seat }) => seat !== null).length;
}

/** Whose turn a moment belongs to if this actor acts next; luck and the house act in the turn that was `last`. */
export function seatOnTurn(view: View, heads: Heads, actor: Actor | null, last: number | null): number | null {
  if (heads.turn) return heads.turn(view);
  return typeof actor === "number" ? actor : last;
}

/** Whether what comes next is no longer the turn of a seat; `actor` is who acts then, where that is known. */
export function isTurnOver(seat: number, view: View, heads: Heads, actor: Actor | null = null): boolean {
  return seatOnTurn(view, heads, actor, seat) !== seat || (heads.begins?.(view) ?? false);
}

/** Whether all entries of a turn are entries of a chronicle. */
function isPartOf(chronicle: Chronicle, turn: Turn): boolean {
  return [turn.entries[0]!, turn.entries.at(-1)!].every((entry) => chronicle.entries[entry.ply] === entry);
}
