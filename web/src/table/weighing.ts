/** Decisions of a game and what a strong bot thinks of them, as numbers and pairs. Asks nobody and draws nothing. */
import type { Weighed, Weighing } from "../generated/protocol";
import { same } from "../same";
import type { Step } from "./board";

/** A decision that was weighed: the chance to win before it, and after what was done. */
export interface Point {
  ply: number;
  best: number;
  /** null where the bot did not look at what was done. */
  played: number | null;
}

/** What was done at a moment, and what the bot would have done. */
export interface Comparison {
  played: Weighed | null;
  best: Weighed;
  isSame: boolean;
}

/**
 * The moments at which a seat had to decide. Quiet steps prepare a louder one, so that all of them are one decision, and
 * the first of them is where it was made.
 */
export function decisionsOf(
  entries: Step<unknown>[],
  seat: number,
  quiet: (step: Step<unknown>) => boolean = () => false,
): number[] {
  return entries
    .filter((entry, index) => {
      const before = entries[index - 1];
      return entry.actor === seat && !(before?.actor === seat && quiet(before));
    })
    .map(({ ply }) => ply);
}

/** The same moments in another order: a few over all the game, then those between them, then the rest. */
export function coarseFirst(moments: number[]): number[] {
  const ordered: number[] = [];
  for (let gap = 2 ** Math.floor(Math.log2(Math.max(1, moments.length / 4))); gap >= 1; gap /= 2)
    for (let at = 0; at < moments.length; at += gap) if (!ordered.includes(moments[at]!)) ordered.push(moments[at]!);
  return ordered;
}

/** Those of the decisions that were weighed, in the order of the game. */
export function pointsOf(
  decisions: number[],
  weighed: ReadonlyMap<number, Weighing | null>,
  entries: Step<unknown>[],
): Point[] {
  return decisions.flatMap((ply) => {
    const compared = compare(weighed.get(ply) ?? null, entries[ply]?.move);
    const best = compared?.best.win_chance ?? null;
    return best === null ? [] : [{ ply, best, played: compared?.played?.win_chance ?? null }];
  });
}

/** What was done beside what the bot would have done; null where there is nothing to compare. */
export function compare(weighing: Weighing | null, move: unknown): Comparison | null {
  const best = weighing?.choices[0];
  if (!weighing || !best) return null;
  const played = weighing.choices.find((choice) => same(choice.move, move)) ?? null;
  return { played, best, isSame: played === best };
}

/** The moment nearest to another. */
export function nearest(moments: number[], ply: number): number | null {
  return moments.reduce<number | null>(
    (found, moment) => (found === null || Math.abs(moment - ply) < Math.abs(found - ply) ? moment : found),
    null,
  );
}

export function percent(chance: number | null): string {
  return chance === null ? "" : `${Math.round(100 * chance)} %`;
}
