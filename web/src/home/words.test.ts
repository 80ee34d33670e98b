import { expect, test } from "vitest";
import type { Listed, SeatInfo } from "../generated/protocol";
import { against, dayOf, headline, isLeft, isMeant, lineOf, resultOf, sorted } from "./words";
import { tableName } from "../table/words";

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 18, 12).getTime();

function seat(number: number, kind: SeatInfo["kind"], name: string, level: string | null = null): SeatInfo {
  return { seat: number, kind, name, level, away: false, time: null, learning: null, face: "" };
}

function table(changes: Partial<Listed>): Listed {
  return {
    id: "x",
    game: "patrician",
    stage: "playing",
    seats: [seat(0, "guest", "Mina"), seat(1, "guest", "Jonas"), seat(2, "bot", "Pepper", "kitten")],
    free: 0,
    updated: NOON,
    yours: true,
    your_turn: false,
    mine: [0],
    name: "",
    turn: null,
    places: [],
    scores: [],
    scored: true,
    ...changes,
  };
}

test("tables that wait for me come apart from the others", () => {
  const [mine, theirs] = [table({ id: "a", your_turn: true }), table({ id: "b" })];
  expect(sorted([theirs, mine])).toEqual({ due: [mine], others: [theirs] });
  expect(headline(2)).toBe("Your turn at 2 tables");
  expect(headline(1)).toBe("Your turn at 1 table");
  expect(headline(0)).toBe("Nobody waits for you");
});

test("who thinks, and for how long", () => {
  expect(lineOf(table({ turn: 1 }), NOON)).toBe("Jonas is thinking");
  expect(lineOf(table({ turn: 1 }), NOON + 20 * MINUTE)).toBe("Jonas has been thinking for 20 minutes");
  expect(lineOf(table({ turn: 2 }), NOON + 1440 * MINUTE)).toBe("Pepper has been thinking since yesterday");
  expect(lineOf(table({ stage: "lobby", seats: [seat(0, "guest", "Mina"), seat(1, "friend", "")] }), NOON)).toBe(
    "Waiting for one more player",
  );
  expect(lineOf(table({ stage: "lobby", seats: [seat(0, "friend", ""), seat(1, "open", "")] }), NOON)).toBe(
    "Waiting for 2 more players",
  );
  expect(isLeft(table({}), NOON + 1440 * MINUTE)).toBe(false);
  expect(isLeft(table({}), NOON + 3 * 1440 * MINUTE)).toBe(true);
});

test("a table is found by its name, who sits there, its game and its code", () => {
  const thursday = table({ id: "k3x9", name: "Thursday cats" });
  for (const wanted of ["thursday", "JONAS", "pepper", "patric", "k3x"])
    expect(isMeant(thursday, "Patrician", wanted), wanted).toBe(true);
  expect(isMeant(table({ id: "k3x9" }), "Patrician", tableName("k3x9").toLowerCase())).toBe(true);
  expect(isMeant(thursday, "Patrician", "friday")).toBe(false);
});

test("what came of a game", () => {
  const over = { stage: "over", places: [1, 2, 3], scores: [62, 1, 30] } as const;
  expect(resultOf(table({ ...over, places: [1, 2, 3], scores: [62, 1, 30] }))).toEqual({
    isFirst: true,
    place: "1st of 3",
    points: "62 points",
  });
  expect(resultOf(table({ places: [2, 1, 3], scores: [1, 4, 0] })).place).toBe("2nd of 3");
  expect(resultOf(table({ places: [2, 1, 3], scores: [1, 4, 0] })).points).toBe("1 point");
  expect(resultOf(table({ places: [2, 1, 3], scores: [1, 4, 0], mine: [0, 1] })).place).toBe("Jonas won");
  expect(resultOf(table({ places: [2], scores: [0], scored: false }))).toEqual({
    isFirst: false,
    place: "Lost",
    points: "",
  });
  expect(against(table({}))).toBe("against Jonas and Pepper");
});

test("days are told as people tell them", () => {
  expect(dayOf(NOON - 60 * MINUTE, NOON)).toBe("today");
  expect(dayOf(NOON - 1440 * MINUTE, NOON)).toBe("yesterday");
  expect(dayOf(new Date(2026, 10, 10).getTime(), NOON)).toBe("10 Nov");
  expect(dayOf(new Date(2025, 10, 10).getTime(), NOON)).toBe("10 Nov 2025");
});
