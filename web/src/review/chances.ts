/** Chances along a game as bands and bars: numbers for drawings. Draws nothing and asks nobody. */
import type { Review, Turn } from "./document";

/** A share as people read it: "37 %"; with a sign where it is a change. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
export function signed(share: number): string {
  const rounded = Math.round(100 * share);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)} %`;
}

/** The turns at which somebody decided something; what was dealt before them belongs to the first. */
export function played(review: Pick<Review, "turns">): Turn[] {
  return review.turns.filter(({ number }) => number > 0);
}

export interface Band {
  seat: number;
  /** A path in a box of 100 by 100, which is stretched over the drawing. */
  path: string;
  /** Where the band is broadest, for its name: from the left and from the top, in percent. */
  at: { x: number; y: number };
  /** How high it is there. */
  height: number;
}

/** The chances before every turn, and after the last that is known. */
export function courseOf(turns: Turn[]): number[][] {
  const last = turns.at(-1);
  return last ? [...turns.map(({ before }) => before), last.after] : [];
}

/** Bands that fill the box, one a seat, the one looked at at the bottom. `total` is how many turns there will be. */
export function bandsOf(turns: Turn[], total: number, looked: number): Band[] {
  const course = courseOf(turns);
  const [first] = course;
  if (!first) return [];
  const seats = [looked, ...first.map((_, seat) => seat).filter((seat) => seat !== looked)];
  const x = (step: number) => (100 * step) / Math.max(1, total);
  const below = course.map(() => 0);
  const named: Band["at"][] = [];
  return seats.map((seat) => {
    const lower = [...below];
    course.forEach((chances, step) => (below[step]! += 100 * (chances[seat] ?? 0)));
    const upper = [...below];
    const there = upper.map((top, step) => `${round(x(step))} ${round(100 - top)}`);
    const back = lower.map((bottom, step) => `${round(x(step))} ${round(100 - bottom)}`).reverse();
    const high = upper.map((top, step) => top - lower[step]!);
    const middle = (step: number) => ({ x: x(step), y: 100 - (upper[step]! + lower[step]!) / 2 });
    // where it is broadest, but not over another name
    const inner = high.map((_, step) => step).slice(1, -1);
    const free = inner.filter((step) => !named.some((other) => isClose(other, middle(step))));
    const best = (free.length ? free : inner).reduce(
      (most, step) => (high[step]! > high[most]! ? step : most),
      free[0] ?? inner[0] ?? 0,
    );
    named.push(middle(best));
    return {
      seat,
      path: `M${[...there, ...back].join("L")}Z`,
      at: middle(best),
      height: high[best] ?? 0,
    };
  });
}

/** Whether two names would lie over each other, in percent of the drawing. */
function isClose(one: Band["at"], other: Band["at"]): boolean {
  return Math.abs(one.x - other.x) < 32 && Math.abs(one.y - other.y) < 16;
}

/** A player alone has a band against nobody: what is missing to a perfect end. */
export function isAlone({ measure }: Pick<Review, "measure">): boolean {
  return measure === "worth";
}

/** The largest luck or cost of anybody, so that all bars have one scale; never less than 10 %. */
export function scaleOf(turns: Turn[]): number {
  return Math.max(0.1, ...turns.flatMap(({ luck, cost }) => [...luck.map(Math.abs), ...cost]));
}

/**
 * Which shares have room for a number beside their bars: those from `least` on, the largest first, with `apart` turns between
 * two on the same side.
 */
export function labelled(shares: number[], least: number, apart: number): Set<number> {
  const chosen = new Set<number>();
  const largest = shares.map((share, at) => ({ share, at })).filter(({ share }) => Math.abs(share) >= least);
  largest.sort((one, other) => Math.abs(other.share) - Math.abs(one.share));
  for (const { share, at } of largest) {
    const isTaken = [...chosen].some((other) => Math.abs(other - at) < apart && shares[other]! > 0 === share > 0);
    if (!isTaken) chosen.add(at);
  }
  return chosen;
}

/** The turn that led to a moment: the last one that has begun before it; none before the first. */
export function turnAt(turns: Turn[], ply: number): Turn | null {
  return turns.findLast(({ begin }) => begin < ply) ?? null;
}

/** What can be told of a turn at a moment, without anything that came later. */
export interface Told extends Pick<Turn, "number" | "seat" | "luck" | "cost" | "decisions"> {
  isOver: boolean;
  /** After the turn; before it, while it is not over. */
  chances: number[];
}

/** The turn that led to a moment, as far as it had come then; null before the first. */
export function toldAt(turns: Turn[], ply: number): Told | null {
  const turn = turnAt(turns, ply);
  if (!turn) return null;
  const { number, seat, before, after, luck, cost, decisions, draws, end } = turn;
  if (end <= ply) return { number, seat, luck, cost, decisions, isOver: true, chances: after };
  const made = decisions.filter((decision) => decision.ply < ply);
  const drawn = draws.filter((draw) => draw.ply < ply);
  return {
    number,
    seat,
    luck: before.map((_, who) => sum(drawn.map(({ effect }) => effect[who] ?? 0))),
    cost: before.map((_, who) => sum(made.filter(({ seat }) => seat === who).map(({ cost }) => cost))),
    decisions: made,
    isOver: false,
    chances: before,
  };
}

/** What somebody's own decisions cost in a turn, and the one that cost most. */
export function worstOf(turn: Pick<Turn, "decisions">, seat: number) {
  return turn.decisions
    .filter((decision) => decision.seat === seat)
    .reduce<Turn["decisions"][number] | null>((worst, each) => (worst && worst.cost >= each.cost ? worst : each), null);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
