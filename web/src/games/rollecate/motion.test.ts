import { describe, expect, it } from "vitest";
import type { Step } from "../../table/board";
import { withResult } from "./best.svelte";
import { captionOf } from "./captions";
import { TIME, damageBetween, duration, rideBetween, throwBetween } from "./motion";
import { PHASE, rollOf, turnCount, type Move, type View } from "./reading";
import { laid, table } from "./table.fixture";

const RIDE: Move = { ride: {} };
const step = (move: Move): Step<Move> => ({ seq: 1, ply: 1, passed: 0, actor: "house", move, sentence: "" });
const ridden = (before: View, to: number, more: Partial<View> = {}): View => ({ ...before, train: to, ...more });

describe("a ride", () => {
  const before = laid(table({ wheels: 3, value: 3, built: 1 }), "2 broken straight");

  it("goes card by card", () => {
    expect(rideBetween(before, ridden(before, 4), RIDE)).toEqual({
      from: 2,
      to: 4,
      missing: 0,
      time: 2 * TIME.card,
    });
  });

  it("past the end takes the time of a crash, and counts the missing steps", () => {
    const after = ridden(before, 4, { derailments: 1 });
    expect(rideBetween(before, after, RIDE)).toMatchObject({ missing: 1, time: 2 * TIME.card + TIME.crash });
    expect(duration(step(RIDE), before, after)).toBe(2 * TIME.card + TIME.crash);
    expect(captionOf(before, after, RIDE)).toBe("Ouch!");
  });

  it("is none when she stays", () => {
    expect(rideBetween(before, before, { pass: {} })).toBeNull();
    expect(captionOf(before, before, { pass: {} })).toBe("End of the line.");
  });

  it("over broken tracks does damage where she moves onto them", () => {
    expect(damageBetween(before, ridden(before, 4))).toBe(1);
    expect(damageBetween(ridden(before, 4), ridden(before, 4))).toBe(0);
    expect(captionOf(before, ridden(before, 4), RIDE)).toBe("Mind the gap!");
  });
});

describe("the dice", () => {
  it("of a throw are those that were in the hand before it", () => {
    const before = table({ dice: 9, value: 3, built: 3, phase: PHASE.throwing });
    expect(throwBetween(before, { ...before, dice: 5 }, { throw: { wheels: 2 } })).toEqual({ dice: 4, wheels: 2 });
  });

  it("of a turn lie thrown or wait", () => {
    expect(rollOf(table({ phase: PHASE.building, value: 2, built: 2 }))).toEqual({ thrown: 0, wheels: 0, waiting: 4 });
    expect(rollOf(table({ phase: PHASE.throwing, value: 3, built: 3, dice: 5, wheels: 2 }))).toEqual({
      thrown: 4,
      wheels: 2,
      waiting: 5,
    });
    expect(rollOf(table())).toEqual({ thrown: 0, wheels: 0, waiting: 0 });
  });
});

it("turns are counted over all seats", () => {
  expect(turnCount(table())).toEqual({ turn: 7, all: 37 });
});

describe("the best results", () => {
  it("are the five with the fewest points, and every table counts once", () => {
    const results = [9, 12, 7, 30, 21, 15].map((points) => ({ table: `/t/${points}`, points }));
    const kept = results.reduce(withResult, []);
    expect(kept.map(({ points }) => points)).toEqual([7, 9, 12, 15, 21]);
    expect(withResult(kept, { table: "/t/7", points: 1 })).toBe(kept);
  });
});
