import { expect, test } from "vitest";
import type { GameProps } from "../../table/board";
import { goal, scoring } from "./goal";
import { MODE, PHASE, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const props = (fields: Partial<View> = {}) => ({ view: table(fields), viewer: 0 }) as GameProps<View, Move>;

test("the goal says what wins here, and how many cards are left", () => {
  expect(goal(props({ deck_size: 14 }))).toMatchObject({ wins: "Fewest points win.", rest: "14 cards left" });
  expect(goal(props()).note).toBe("Cards in hand are counted at the end.");
  expect(goal(props({ deck_size: 1 })).rest).toBe("1 card left");
  expect(goal(props({ mode: MODE.betsy })).wins).toBe("Fewer points than Betsy win.");
  expect(goal(props({ mode: MODE.solo_hard, derailments: 2 })).rest).toBe("30 cards left, derailed 2 of 3");
  expect(goal(props({ phase: PHASE.finished }))).toMatchObject({ rest: "", note: "" });
});

test("the scoring has five lines, and one more for Betsy and for the hard way", () => {
  const values = (fields: Partial<View>) => scoring(props(fields)).map(({ value }) => value);
  expect(values({ deck_size: 14 })).toEqual(["1 to 4", "1 to 4", "gone", "+ 1 card", "14 left"]);
  expect(values({ mode: MODE.betsy })).toContain("1 each");
  expect(values({ mode: MODE.solo_hard, derailments: 1 })).toContain("1 of 3");
});
