import { expect, test } from "vitest";
import type { GameProps } from "../../table/board";
import { goal, scoring } from "./goal";
import { PHASE, turnsOf, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const props = (fields: Partial<View> = {}) => ({ view: table(fields), viewer: 0 }) as GameProps<View, Move>;

test("the goal says how long the game still is, and what is not counted yet", () => {
  const all = turnsOf(table());
  expect(goal(props({ turns: all - 31 })).rest).toBe("31 turns until all cards are played");
  expect(goal(props({ turns: all - 1 })).rest).toBe("1 turn until all cards are played");
  expect(goal(props()).note).toContain("closed piles");
  expect(goal(props({ open_piles: 1 })).note).toBe("");
  expect(goal(props({ phase: PHASE.finished }))).toMatchObject({ rest: "All cards were played", note: "" });
});

test("the scoring has five lines, and one more for The Messengers", () => {
  const values = (fields: Partial<View>) => scoring(props(fields)).map(({ value }) => value);
  const turns = turnsOf(table()) - 2;
  expect(values({ turns })).toEqual(["5 to 9", "2 to 6", "top", "6", "2 turns left"]);
  expect(values({ turns, messengers: 1 })).toEqual(["5 to 9", "2 to 6", "top", "6", "2", "2 turns left"]);
});

test("the last line counts the cities", () => {
  const winner = table().winner.map((towers, city) => (city === 0 ? [0, 1] : towers));
  const height = table().height.map((towers, city) => (city === 0 ? [4, 3] : towers));
  expect(scoring(props()).at(-1)!.words).toContain("0 of 9 cities are complete");
  expect(scoring(props({ winner, height })).at(-1)!.words).toContain("1 of 9 cities is complete");
});
