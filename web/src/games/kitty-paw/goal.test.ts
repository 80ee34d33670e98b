import { expect, test } from "vitest";
import type { GameProps } from "../../table/board";
import { goal, scoring } from "./goal";
import { PHASE, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const props = (fields: Partial<View> = {}) => ({ view: table(fields), viewer: 0 }) as GameProps<View, Move>;
const words = (fields: Partial<View> = {}) => scoring(props(fields)).map((line) => line.words);

test("the goal says how near the end is", () => {
  expect(goal(props({ scored: [1, 3, 0, 0] })).rest).toBe("3 of 5 cards, the fifth ends it");
  expect(goal(props({ calm: 1, round: 2 })).rest).toBe("Round 2 of 5");
  expect(goal(props({ players: 1, round: 3 }))).toEqual({
    wins: "Build it faster than last time.",
    rest: "Round 3 of 10",
  });
  expect(goal(props({ extra: 1 })).rest).toBe("Extra round 1");
  expect(goal(props({ phase: PHASE.finished })).rest).toBe("");
});

test("the scoring has five lines in every way to play", () => {
  for (const fields of [{}, { players: 2 }, { calm: 1 }, { players: 1 }, { extra: 1 }])
    expect(words(fields)).toHaveLength(5);
  expect(scoring(props()).map(({ value }) => value)).toEqual(["4 to 7", "−1 to −3", "−1 to −3", "0", "0 of 5"]);
});

test("the paw counts where somebody is the slowest", () => {
  expect(words()[2]).toContain("slowest paw");
  expect(words({ players: 2 })[2]).toContain("between two nobody is the slowest");
  expect(words({ calm: 1 })[2]).toBe("Nobody races, and there is no paw.");
  expect(words({ calm: 1 })[4]).toBe("It ends after 5 rounds.");
  expect(words({ calm: 1, calm_rounds: 1 })[4]).toBe("It ends after 1 round.");
  expect(words({ players: 1 })[3]).toContain("time");
});
