import { describe, expect, it } from "vitest";
import type { Step } from "../../table/board";
import { withResult } from "./best.svelte";
import { captionOf } from "./captions";
import { endingOf } from "./endings";
import { TIME, damageBetween, duration, rideBetween, throwBetween } from "./motion";
import { PHASE, rollOf, turnCount, type Move, type View } from "./reading";
import { laid, table, withPile } from "./table.fixture";

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

describe("the end of a game", () => {
  const names = (name: string, seat: number) => ({ seat, name, kind: "guest" as const, level: null, connected: true });
  const seats = ["Rosie", "Momo"].map(names);
  const over = table({ phase: PHASE.finished });

  it("names who has the fewest points", () => {
    expect(endingOf(withPile(over, 0, "1 curve"), seats, [1, 4], 0, []).title).toBe("You win with 1 point");
    expect(endingOf(over, seats, [5, 4], 0, []).title).toBe("Momo wins with 4 points");
  });

  it("leaves a tie to the result", () => {
    const tie = withPile(withPile(over, 0, "4 curve"), 1, "2 curve", "2 straight");
    expect(endingOf(tie, seats, [4, 4], 0, [])).toMatchObject({
      title: "Rosie and Momo: 4 each",
      line: "Fewer cards decide, and then fewer high ones.",
    });
  });

  it("says when nothing breaks a tie", () => {
    const tie = withPile(withPile(over, 0, "3 curve", "1 straight"), 1, "1 curve", "3 straight");
    expect(endingOf(tie, seats, [4, 4], 0, []).line).toBe("Their piles are alike, so they share the victory.");
  });

  it("counts cards for Betsy", () => {
    const betsy = table({ phase: PHASE.finished, mode: 3, players: 1 });
    expect(endingOf(betsy, [names("Rosie", 0), names("Betsy", 1)], [9, 3], 0, []).title).toBe(
      "Betsy wins with 3 cards",
    );
  });

  it("alone is held against the results of this device", () => {
    const alone = table({ phase: PHASE.finished, mode: 1, players: 1, seats: 1 });
    const best = [
      { table: "/t/a", points: 11 },
      { table: "/t/b", points: 14 },
    ];
    expect(endingOf(alone, seats, [14], 0, best).line).toBe("The best on this device: 11 points.");
    expect(endingOf(alone, seats, [11], 0, best).line).toBe("Nobody did better on this device.");
  });

  it("is sad after one derailment too many", () => {
    expect(endingOf({ ...over, mode: 2, lost: 1, derailments: 4 }, seats, [0], 0, [])).toMatchObject({ happy: false });
  });
});

describe("the best results", () => {
  it("are the five with the fewest points, and every table counts once", () => {
    const results = [9, 12, 7, 30, 21, 15].map((points) => ({ table: `/t/${points}`, points }));
    const kept = results.reduce(withResult, []);
    expect(kept.map(({ points }) => points)).toEqual([7, 9, 12, 15, 21]);
    expect(withResult(kept, { table: "/t/7", points: 1 })).toBe(kept);
  });
});
