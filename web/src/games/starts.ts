/**
 * Ways to begin a game that differ so much that one chooses before the table is laid. A game has them as the `START` of
 * `start/index.ts` in its folder; most have none.
 */
import type { Component } from "svelte";

/** One way to begin. */
export interface Way {
  id: string;
  title: string;
  words: string;
  verb: string;
  /** How many players sit down; the game's usual number without it. */
  players?: number;
  options: Record<string, unknown>;
  Picture: Component;
}

export interface Start {
  question: string;
  sentence: string;
  /** The colours on which the ways lie: ground, seam and letters. */
  colours: { ground: string; line: string; ink: string };
  /** The first is proposed until a game was finished. */
  ways: readonly [Way, ...Way[]];
}

const STARTS = import.meta.glob<{ START: Start }>("./*/start/index.ts");

function pathOf(game: string): string {
  return `./${game}/start/index.ts`;
}

export function hasStart(game: string): boolean {
  return pathOf(game) in STARTS;
}

export async function startOf(game: string): Promise<Start | null> {
  return (await STARTS[pathOf(game)]?.())?.START ?? null;
}
