import { describe, expect, test } from "vitest";
import type { Weighing } from "../generated/protocol";
import type { Actor, Step } from "./board";
import { coarseFirst, compare, decisionsOf, nearest, percent, pointsOf } from "./weighing";

function steps(...done: [Actor, string][]): Step<unknown>[] {
  return done.map(([actor, verb], ply) => ({ seq: 0, ply, passed: 0, actor, move: { [verb]: {} }, sentence: verb }));
}

function weighing(...choices: [string, number | null][]): Weighing {
  return {
    ply: 0,
    seat: 0,
    choices: choices.map(([verb, win_chance]) => ({
      move: { [verb]: {} },
      label: verb,
      win_chance,
      share: 0,
      error: null,
      equal: false,
      reason: "",
    })),
  };
}

describe("the decisions of a seat", () => {
  const entries = steps(
    [0, "roll"],
    ["luck", "die"],
    [0, "mark"],
    [0, "mark"],
    [0, "reroll"],
    [1, "roll"],
    [0, "stop"],
  );

  test("are its own moves, without luck and others", () => {
    expect(decisionsOf(entries, 0)).toEqual([0, 2, 3, 4, 6]);
    expect(decisionsOf(entries, 1)).toEqual([5]);
  });

  test("count what quiet steps prepare as one with the first of them", () => {
    expect(decisionsOf(entries, 0, ({ sentence }) => sentence === "mark")).toEqual([0, 2, 6]);
  });
});

describe("coarse first", () => {
  test("goes over all the game before it fills the gaps, and leaves nothing out", () => {
    const moments = Array.from({ length: 18 }, (_, index) => 10 * index);
    const ordered = coarseFirst(moments);
    expect(ordered.slice(0, 5)).toEqual([0, 40, 80, 120, 160]);
    expect(ordered.toSorted((one, other) => one - other)).toEqual(moments);
  });

  test("of few moments is their order", () => {
    expect(coarseFirst([])).toEqual([]);
    expect(coarseFirst([3, 5, 9])).toEqual([3, 5, 9]);
  });
});

describe("comparing", () => {
  test("finds what was done among the choices", () => {
    const { played, best, isSame } = compare(weighing(["stop", 0.52], ["move", 0.46]), { move: {} })!;
    expect([played?.label, best.label, isSame]).toEqual(["move", "stop", false]);
  });

  test("says when the bot would have done the same", () => {
    expect(compare(weighing(["stop", 0.52], ["move", 0.46]), { stop: {} })?.isSame).toBe(true);
  });

  test("knows that a move which nobody may see was not the best one", () => {
    expect(compare(weighing(["stop", 0.52]), null)).toMatchObject({ played: null, isSame: false });
  });

  test("has nothing to say where nothing was weighed", () => {
    expect(compare(null, { stop: {} })).toBeNull();
    expect(compare(weighing(), { stop: {} })).toBeNull();
  });
});

test("points are those decisions of which a chance is known", () => {
  const entries = steps([0, "move"], [0, "stop"], [0, "roll"], [0, "move"]);
  const weighed = new Map([
    [0, weighing(["stop", 0.5], ["move", 0.25])],
    [1, null],
    [2, weighing(["roll", null])],
  ]);
  expect(pointsOf([0, 1, 2, 3], weighed, entries)).toEqual([{ ply: 0, best: 0.5, played: 0.25 }]);
});

test("the nearest moment is found on either side", () => {
  expect(nearest([2, 10, 20], 13)).toBe(10);
  expect(nearest([2, 10, 20], 16)).toBe(20);
  expect(nearest([], 4)).toBeNull();
});

test("a chance is told in whole hundredths, an unknown one not at all", () => {
  expect(percent(0.4567)).toBe("46 %");
  expect(percent(null)).toBe("");
});
