/**
 * Who is away: people at the table whose connection has been gone for a little while. A page that is loaded anew is nobody's
 * business. Says who has come back. Knows nothing of how it is shown.
 */
import type { Session } from "./session.svelte";

/** Milliseconds that somebody may be gone without being away. */
const GRACE = 2500;

export class Absences {
  /** The seats of those who are away. */
  seats = $state.raw<number[]>([]);
  /** Those of them for whom whoever looks has said to wait. */
  awaited = $state.raw<number[]>([]);
  /** Who was seen here: those who come and go in their own time are not missed. */
  #seen = new Set<number>();
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** These seats have nobody connected now; `back` is told of those who were away and are here again. */
  hear(absent: readonly number[], here: readonly number[], back: (seat: number) => void): void {
    for (const seat of here) this.#seen.add(seat);
    for (const seat of absent)
      if (!this.#timers.has(seat))
        this.#timers.set(
          seat,
          setTimeout(() => (this.seats = [...this.seats, seat]), GRACE),
        );
    for (const [seat, timer] of this.#timers) {
      if (absent.includes(seat)) continue;
      clearTimeout(timer);
      this.#timers.delete(seat);
      if (this.seats.includes(seat)) back(seat);
    }
    const isAbsent = (seat: number) => absent.includes(seat);
    if (!this.seats.every(isAbsent)) this.seats = this.seats.filter(isAbsent);
    if (!this.awaited.every(isAbsent)) this.awaited = this.awaited.filter(isAbsent);
  }

  /** Those of whom it is asked whether a bot shall play: who were here, or have to decide now. */
  missed(onTurn: number | null): number[] {
    const isMissed = (seat: number) => this.#seen.has(seat) || seat === onTurn;
    return this.seats.filter((seat) => isMissed(seat) && !this.awaited.includes(seat));
  }

  /** Whoever looks waits for somebody, and is not asked again until they have gone once more. */
  wait(seat: number): void {
    this.awaited = [...this.awaited, seat];
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** The seats that have somebody connected. */
export function hereAt({ connected }: Session): number[] {
  return connected.flatMap((isHere, seat) => (isHere ? [seat] : []));
}

/** The seats of people other than whoever looks that have nobody connected, while a game is played; no bot stands in. */
export function absentFrom({ table, you, connected }: Session): number[] {
  if (table?.stage !== "playing") return [];
  const isGone = ({ seat, kind, away }: { seat: number; kind: string; away: boolean }) =>
    kind === "guest" && !away && !you?.seats.includes(seat) && connected[seat] === false;
  return table.seats.filter(isGone).map(({ seat }) => seat);
}
