/** The paces at which the others' turns are shown: what they are called, and what they mean for each step. Draws nothing. */
import type { Pace } from "../settings.svelte";

export const PACES: readonly { value: Pace; label: string; words: string }[] = [
  { value: "step", label: "step", words: "The table stops after each rival, until you go on." },
  { value: "calm", label: "calm", words: "Slowly enough to follow; a tap skips to the end of the turn." },
  { value: "quick", label: "quick", words: "All at once; the trail stays until your next turn." },
];

/** Milliseconds for which each thing that somebody did is looked at. */
export const STEP = 1200;
/** Milliseconds between one rival's turn and what comes next. */
export const BETWEEN = 800;

/** Whoever has played so many games of a kind to their end knows what the others do in it. */
export const KNOWN = 3;

/** The pace while nobody has chosen one: slow enough to follow in the first games of a kind. */
export function usualPace(finished: number): Pace {
  return finished < KNOWN ? "calm" : "quick";
}

/** A step of somebody else's turn. */
export interface Told {
  /** How long it takes on the board. */
  time: number;
  /** Whether somebody did something worth a sentence; dice and what only prepares is seen while it takes place. */
  isLoud: boolean;
  /** Whether the turn is over with it. */
  ends: boolean;
}

/** How long a step moves and is looked at, in milliseconds; nothing of it is for those who want it quick. */
export function timesAt(pace: Pace, { time, isLoud, ends }: Told): { time: number; look: number } {
  if (pace === "quick") return { time: 0, look: 0 };
  return { time, look: (isLoud ? Math.max(STEP, time) : time) + (ends ? BETWEEN : 0) };
}
