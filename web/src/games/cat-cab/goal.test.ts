import { expect, it } from "vitest";
import type { GameProps } from "../../table/board";
import { goal } from "./goal";
import { diceInWords, faresInWords, hurry, whereabouts } from "./kit";
import { LEFT, OUT, PHASE, START, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const restOf = (fields: Partial<View>, viewer: number | null = 0) =>
  goal({ view: table(fields), viewer } as GameProps<View, Move>).rest;

it("the goal says what is left of the game", () => {
  expect(restOf({ passenger: 3 })).toBe("1 passenger waits, exit closed");
  expect(restOf({ passenger: 3, picked_up: 1 })).toBe("1 passenger waits, exit open");
  expect(restOf({ picked_up: 3 })).toBe("1 passenger to come, exit open");
  expect(restOf({ picked_up: 2 })).toBe("2 passengers to come, exit open");
  expect(restOf({ picked_up: 4 })).toBe("all passengers picked up, exit open");
  expect(restOf({ rush: [0, 5, 5] }, 1)).toBe("rush hour: 5 turns left to leave");
  expect(restOf({ rush: [0, 5, 5] }, null)).toBe("rush hour");
  expect(restOf({ phase: PHASE.finished })).toBe("");
});

it("a driver's kit is told in words", () => {
  const view = table({
    held: [0, 1, 2],
    holder: [0, -1, -1, 0, 1, -1],
    place: [START, LEFT, OUT],
    departure: [0, 1, 0],
    rush: [1, 0, 0],
  });
  expect([0, 1, 2].map((seat) => faresInWords(view, seat))).toEqual(["no fare", "1 fare", "2 fares"]);
  expect([0, 1, 2].map((seat) => diceInWords(view, seat))).toEqual(["red D6 and red D8", "blue D8", ""]);
  expect([0, 1, 2].map((seat) => whereabouts(view, seat))).toEqual([
    "in the start area",
    "left the city first",
    "towed away, no points",
  ]);
  expect([0, 1, 2].map((seat) => hurry(view, seat))).toEqual(["last turn to leave", "", ""]);
});
