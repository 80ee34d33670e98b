import { expect, test } from "vitest";
import type { GameProps, SeatInfo } from "../../table/board";
import { goal, scoring } from "./goal";
import { PHASE, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const seats = ["Rosie", "Momo", "Mina", "Socks"].map((name, seat) => ({ seat, name }) as SeatInfo);
const props = (fields: Partial<View> = {}) => ({ view: table(fields), viewer: 0, seats }) as GameProps<View, Move>;
const lines = (fields: Partial<View> = {}) => scoring(props(fields));

test("the goal says what ends the race", () => {
  expect(goal(props({ market: 6 })).rest).toBe("6 fish left, the last one ends the race");
  expect(goal(props({ trigger: 1 })).rest).toBe("Settlement");
  expect(goal(props({ phase: PHASE.finished })).rest).toBe("");
});

test("the scoring has five lines, and one more for deluxe catwalks", () => {
  expect(lines().map(({ value }) => value)).toEqual(["1", "10", "1 and 2", "−15", "14 left"]);
  expect(lines()[2]!.words).toContain("to enter your shelters");
  expect(lines({ toll_for_stopping: 1 })[2]!.words).toContain("to stop on your shelters");
  const [, , , deluxe] = lines({ deluxe: 1, earned: [0, 1, 1, 0] });
  expect(deluxe).toMatchObject({ words: "Deluxe catwalks wait for you and Socks to earn a fish.", value: "2" });
});

test("the last line says how far the game is", () => {
  const last = (fields: Partial<View>) => lines(fields).at(-1)!.words;
  expect(last({ turns: 8 })).toBe("The last fish of the market ends the game. Turn 9.");
  expect(last({ turns: 8, turn_limit: 20 })).toContain("Turn 9 of 20.");
  expect(last({ trigger: 2 })).toBe("The race is over: settlement.");
  expect(last({ phase: PHASE.finished, turns: 1 })).toBe("1 turn was played.");
});
