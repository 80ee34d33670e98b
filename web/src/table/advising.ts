/** Advice as it is read: what is said first, its lines, and which of them are as good as each other. Asks and draws nothing. */
import type { Weighed } from "../generated/protocol";

/** Lines that are shown. */
const SEVERAL = 3;
/** Chances that differ by less are the same to anybody. */
const SAME = 0.02;

export interface AdviceLine {
  choice: Weighed;
  /** 1, 2, 3, or = where all are the same. */
  mark: string;
  /** 31 %, or nothing for a move that was not looked at. */
  chance: string;
}

export interface Reading {
  kind: "sorted" | "same" | "one";
  title: string;
  lines: AdviceLine[];
  /** What the numbers are, and which lines are equally good. */
  foot: string;
}

export function readingOf(choices: Weighed[], who = "Top cat"): Reading {
  const best = choices.slice(0, SEVERAL);
  if (choices.length === 1)
    return { kind: "one", title: "There is only one move", lines: best.map((one) => lineOf(one, "1")), foot: "" };
  if (choices.length > 1 && choices.every(({ equal }) => equal)) {
    const lines = best.map((one) => lineOf(one, "="));
    const gap = (choices[0]!.win_chance ?? 0) - (choices.at(-1)!.win_chance ?? 0);
    const told =
      gap <= SAME + 1e-9
        ? "No move is better than another by more than 2 %."
        : "The differences are too small to tell one move from another.";
    return { kind: "same", title: "Play what you like", lines, foot: told };
  }
  const lines = best.map((one, index) => lineOf(one, String(index + 1)));
  return { kind: "sorted", title: `${who} would play`, lines, foot: `Chance to win.${equals(best)}` };
}

function lineOf(choice: Weighed, mark: string): AdviceLine {
  const { win_chance } = choice;
  return { choice, mark, chance: win_chance === null ? "" : `${Math.round(100 * win_chance)} %` };
}

/** Which of the lines are equally good: as the server says of the first, and by the same measure of the others. */
function equals(lines: Weighed[]): string {
  const good = lines.flatMap(({ equal }, index) => (equal ? [index + 1] : []));
  if (good.length > 1) return ` ${listed(good)} are equally good: play what you like.`;
  const [, second, third] = lines;
  return second && third && areEqual(second, third) ? " 2 and 3 are equally good." : "";
}

function areEqual(one: Weighed, other: Weighed): boolean {
  if (one.win_chance === null || other.win_chance === null) return false;
  const off = Math.hypot(one.error ?? 0, other.error ?? 0);
  return Math.abs(one.win_chance - other.win_chance) <= Math.max(SAME + 1e-9, Math.min(off, 2 * SAME));
}

function listed(numbers: number[]): string {
  return `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}
