/**
 * What the others did since the viewer last decided anything: their turns out of the chronicle, numbered in order of play,
 * with the table before and after every step. Knows no game and draws nothing.
 */
import type { Step, Trail } from "./board";
import type { Chronicle, Entry, Turn } from "./chronicle";

export type AnyTrail = Trail<any, any>;

/** Whose turns are looked for, and what ends looking at them. */
export interface Looking {
  /** null for those who only watch: everybody is somebody else to them. */
  viewer: number | null;
  /** Whether an own step is a decision; looking around or preparing is none. */
  decides: (step: Step<unknown>) => boolean;
  /** Whether the last turn is over. */
  isOver: boolean;
}

/** The others' last turns, one after the other, of which the latest stand on the board. */
export interface Past {
  /** The last turn of each of the others, by seat; there also after the viewer has played. */
  last: Map<number, AnyTrail>;
  /** Those that came after the viewer's last decision. */
  fresh: AnyTrail[];
}

/** A turn before its steps are looked up. */
interface Found {
  seat: number;
  number: number;
  entries: Entry[];
  isOver: boolean;
}

/** What the others did last, and what of it is new. */
export function pastOf(chronicle: Chronicle, turns: Turn[], looking: Looking): Past {
  let fresh: Found[] = [];
  const last = new Map<number, Found>();
  for (const turn of turns) {
    const decided = lastDecision(turn, looking);
    if (decided >= 0) fresh = [];
    const { seat, entries } = turn;
    if (seat === null || seat === looking.viewer) continue;
    const since = withoutFormerRound(fresh, seat);
    const found = { seat, number: since.length + 1, entries, isOver: turn !== turns.at(-1) || looking.isOver };
    const rest = entries.filter(({ ply }) => ply > decided);
    last.set(seat, found);
    fresh = rest.length > 0 ? [...since, { ...found, entries: rest }] : [];
  }
  // whoever decides nothing sees the rounds pass: what is on the board counts
  for (const { seat, number } of fresh) last.set(seat, { ...last.get(seat)!, number });
  return {
    last: new Map([...last].map(([seat, found]) => [seat, traced(chronicle, found)])),
    fresh: fresh.map((found) => traced(chronicle, found)),
  };
}

/** The turn a moment belongs to, whoever's it is, as far as it has come; null between turns. */
export function trailAt(chronicle: Chronicle, turns: Turn[], ply: number): AnyTrail | null {
  const turn = turns.find(({ entries }) => entries[0]!.ply < ply && ply <= entries.at(-1)!.ply + 1);
  if (!turn || turn.seat === null) return null;
  const entries = turn.entries.filter((entry) => entry.ply < ply);
  return traced(chronicle, { seat: turn.seat, number: 1, entries, isOver: entries.length === turn.entries.length });
}

/** When the viewer last decided something in a turn; before everything where nothing was. */
function lastDecision({ entries }: Turn, { viewer, decides }: Looking): number {
  return entries.findLast((entry) => viewer !== null && entry.actor === viewer && decides(entry))?.ply ?? -1;
}

/**
 * Those who only watch, or play no more, never decide anything: to them what is new is one round. A seat's turn that comes
 * after others had theirs begins the next; two in a row belong together.
 */
function withoutFormerRound(fresh: Found[], seat: number): Found[] {
  const former = fresh.findLastIndex((found) => found.seat === seat);
  if (former < 0 || former === fresh.length - 1) return fresh;
  return fresh.slice(former + 1).map((found, index) => ({ ...found, number: index + 1 }));
}

function traced({ views }: Chronicle, { seat, number, entries, isOver }: Found): AnyTrail {
  const steps = entries.map((entry) => ({ ...entry, before: views[entry.ply], after: views[entry.ply + 1] }));
  return { seat, number, steps, isOver };
}
