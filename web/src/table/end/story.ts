/**
 * A game that is over, as its end is told from, and what a game's folder may add to the telling: its picture, columns that
 * are no points, highlights, and more below the table. Knows no game and draws nothing.
 */
import type { Component } from "svelte";
import type { Outcome } from "../../generated/protocol";
import type { Glyph, SeatInfo, Step } from "../board";

/** A turn, or a round where everybody acts at once. */
export interface Span {
  /** Whose it was; null where it was everybody's. */
  seat: number | null;
  /** The moments before its first move and after its last. */
  from: number;
  to: number;
}

export interface Story<V = any, M = any> {
  outcome: Outcome;
  seats: SeatInfo[];
  /** The seat of whoever reads it, who is called "you"; null for those who watch or share a device. */
  own: number | null;
  /** Seats from the first place to the last. */
  order: number[];
  /** The table at the end. */
  view: V;
  /** View n is the one before step n; empty until the log has come. */
  views: V[];
  steps: Step<M>[];
  spans: Span[];
}

/** Something of the game that is worth telling. */
export interface Highlight {
  /** "Longest crossing". */
  title: string;
  /** Whose it was; null for what was nobody's. */
  seat: number | null;
  /** What stands for the name: "yours at the Delgados"; the name or "you" without it. */
  who?: string;
  text: string;
  picture?: Glyph;
}

/** A column that is no points, such as tolls. */
export interface Column {
  name: string;
  values: string[];
}

/** What a game's folder exports as `END` from `end/index.ts`. Everything is left out where the game has nothing to say. */
export interface GameEnd<V = any, M = any> {
  /**
   * The last picture, in an SVG of 420 by 170 that is always shown as a whole. A high place shows 62 more above it, a
   * broad one 110 more at each side: the ground goes from -110 to 530 and from -62 to 170.
   */
  Picture: Component<{ story: Story<V, M> }>;
  /** The way back to the board: "Look at the roofs". */
  look: string;
  /** How the score went, where all points can be seen all through the game. */
  course?: { title: string; scores: (view: V) => number[] };
  columns?: (story: Story<V, M>) => Column[];
  highlights?: (story: Story<V, M>) => Highlight[];
  /** A sentence after the reason, for endings that need one. */
  aside?: (story: Story<V, M>) => string;
  /** The colours of the parts in the bars, in the order of the parts. */
  colours?: readonly string[];
  /** What stands for a part where there is no room for its name. */
  glyph?: (part: string) => Glyph | null;
  /** What is drawn below the points of a part. */
  Note?: Component<{ story: Story<V, M>; seat: number; part: string }>;
  /** More of the end below the table. */
  More?: Component<{ story: Story<V, M> }>;
}

/** The number of the turn or round in which a move was made, counted from 1. */
export function spanAt(spans: Span[], ply: number): number {
  return 1 + spans.findIndex(({ from, to }) => ply >= from && ply < to);
}

/** The best of many by a number; null if none has more than 0. The earlier one of equals. */
export function most<T>(all: T[], worth: (one: T) => number): T | null {
  let best: T | null = null;
  for (const one of all) if (worth(one) > (best === null ? 0 : worth(best))) best = one;
  return best;
}
