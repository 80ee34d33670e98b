/**
 * What the others did since the viewer last decided anything: their turns out of the chronicle, numbered in order of play,
 * with the table before and after every step. Knows no game and draws nothing.
 */
import type { Step, Trail } from "./board";
import type { Chronicle, Turn } from "./chronicle";

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

/** What the others did last, and what of it is new. */
export function pastOf(chronicle: Chronicle, turns: Turn[], looking: Looking): Past {
  let fresh: AnyTrail[] = [];
  const last = new Map<number, AnyTrail>();
  for (const turn of turns) {
    const decided = lastDecision(turn, looking);
    if (decided >= 0) fresh = [];
    if (turn.seat === null || turn.seat === looking.viewer) continue;
    const since = withoutFormerRound(fresh, turn.seat);
    const isOver = turn !== turns.at(-1) || looking.isOver;
    const rest = turn.entries.filter(({ ply }) => ply > decided);
    last.set(turn.seat, traced(chronicle, turn.seat, turn.entries, since.length + 1, isOver));
    fresh = rest.length > 0 ? [...since, traced(chronicle, turn.seat, rest, since.length + 1, isOver)] : [];
  }
  return { last, fresh };
}

/** The turn a moment belongs to, whoever's it is, as far as it has come; null between turns. */
export function trailAt(chronicle: Chronicle, turns: Turn[], ply: number): AnyTrail | null {
  const turn = turns.find(({ entries }) => entries[0]!.ply < ply && ply <= entries.at(-1)!.ply + 1);
  if (!turn || turn.seat === null) return null;
  const entries = turn.entries.filter((entry) => entry.ply < ply);
  return traced(chronicle, turn.seat, entries, 1, entries.length === turn.entries.length);
}

/** When the viewer last decided something in a turn; before everything where nothing was. */
function lastDecision({ entries }: Turn, { viewer, decides }: Looking): number {
  return entries.findLast((entry) => viewer !== null && entry.actor === viewer && decides(entry))?.ply ?? -1;
}

/**
 * Those who only watch, or play no more, never decide anything: to them what is new is one round. A seat's turn that comes
 * after others had theirs begins the next; two in a row belong together.
 */
function withoutFormerRound(fresh: AnyTrail[], seat: number): AnyTrail[] {
  const former = fresh.findLastIndex((trail) => trail.seat === seat);
  if (former < 0 || former === fresh.length - 1) return fresh;
  return fresh.slice(former + 1).map((trail, index) => ({ ...trail, number: index + 1 }));
}

function traced(
  { views }: Chronicle,
  seat: number,
  entries: Turn["entries"],
  number: number,
  isOver: boolean,
): AnyTrail {
  const steps = entries.map((entry) => ({ ...entry, before: views[entry.ply], after: views[entry.ply + 1] }));
  return { seat, number, steps, isOver };
}
