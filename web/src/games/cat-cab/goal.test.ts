import { expect, it } from "vitest";
import type { GameProps, SeatInfo } from "../../table/board";
import { goal, scoring } from "./goal";
import { diceInWords, faresInWords, hurry, whereabouts } from "./kit";
import { LEFT, OUT, PHASE, START, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const restOf = (fields: Partial<View>, viewer: number | null = 0) =>
  goal({ view: table(fields), viewer } as GameProps<View, Move>).rest;

it("the goal says what ends the game from here", () => {
  expect(restOf({ passenger: 3 })).toBe("The first pick-up opens the exit");
  expect(restOf({ picked_up: 1 })).toBe("Exit open; the first one out starts rush hour");
  expect(restOf({ rush: [0, 5, 5] }, 1)).toBe("Rush hour: 5 turns left to leave");
  expect(restOf({ rush: [0, 5, 5] }, null)).toBe("Rush hour");
  expect(restOf({ phase: PHASE.finished })).toBe("");
});

const seats = ["Rosie", "Momo", "Mina"].map((name, seat) => ({ seat, name }) as SeatInfo);
const lines = (fields: Partial<View> = {}, viewer = 0) =>
  scoring({ view: table(fields), viewer, seats } as GameProps<View, Move>);

it("the scoring has five lines", () => {
  expect(lines().map(({ value }) => value)).toEqual(["5", "10, 5, 3", "closed", "0", "5 turns"]);
  expect(lines({ seats: 2 })[1]).toMatchObject({ words: "Leaving first, or second.", value: "10, 5" });
});

it("its lines say how the game stands", () => {
  const [fares, leaving, exit, , end] = lines({
    picked_up: 2,
    lost: 1,
    departure: [1, 2, 0],
    place: [LEFT, LEFT, START],
    rush: [0, 0, 3],
  });
  expect(fares!.words).toBe("Every passenger you bring out. Nobody waits, 2 more to come, 1 lost.");
  expect(leaving!.words).toBe("Leaving first, second or third. You and Momo are out.");
  expect(exit!.value).toBe("open");
  expect(end!.words).toContain("Rush hour");
  expect(lines({ rush: [0, 3, 3], departure: [1, 0, 0], place: [LEFT, START, START] }, 1)[4]!.value).toBe("3 left");
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
