import { describe, expect, test } from "vitest";
import type { LogEntry, Moved } from "../generated/protocol";
import { Chronicle, turnsAmong, turnsOf } from "./chronicle";

function line(ply: number, actor: LogEntry["actor"], changes: Record<string, unknown> = {}): LogEntry {
  return { ply, actor, move: {}, sentence: `${ply}`, changes, odds: null };
}

function moved(ply: number, changes: Record<string, unknown> = {}): Moved {
  return { ...line(ply, 0, changes), type: "moved", seq: 100 + ply, at: 0, passed: 0 };
}

const LOG = {
  seat: 0,
  start: { turn: 0, x: 0 },
  lines: [line(0, 0, { x: 1 }), line(1, "luck"), line(2, 1, { turn: 1 })],
};

describe("views", () => {
  test("every move has the view before and the view after it", () => {
    const { views, plies } = Chronicle.of(LOG);
    expect(plies).toBe(3);
    expect(views).toEqual([
      { turn: 0, x: 0 },
      { turn: 0, x: 1 },
      { turn: 0, x: 1 },
      { turn: 1, x: 1 },
    ]);
  });

  test("a move is added once, however often it is told", () => {
    const once = Chronicle.of(LOG).with(moved(3, { x: 5 }))!;
    const twice = once.with(moved(3, { x: 5 }))!;
    expect(twice.plies).toBe(4);
    expect(twice.views.at(-1)).toEqual({ turn: 1, x: 5 });
  });

  test("a move that does not follow is noticed", () => {
    expect(Chronicle.of(LOG).with(moved(7))).toBeNull();
    expect(new Chronicle().with(moved(0))).toBeNull();
  });

  test("moves that were planned in private are passed over, and do not count as missing", () => {
    const log = Chronicle.of(LOG).with({ ...moved(5, { x: 5 }), passed: 2 })!;
    expect(log.entries.slice(3).map(({ ply, move, sentence }) => [ply, move, sentence])).toEqual([
      [3, null, ""],
      [4, null, ""],
      [5, {}, "5"],
    ]);
    expect(log.views.slice(3)).toEqual([...Array(3).fill({ turn: 1, x: 1 }), { turn: 1, x: 5 }]);
    expect(Chronicle.of(LOG).with({ ...moved(6), passed: 2 })).toBeNull();
  });

  test("what was taken back is gone, and what was there before is untouched", () => {
    const whole = Chronicle.of(LOG);
    const cut = whole.until(1);
    expect(cut.plies).toBe(1);
    expect(cut.views.at(-1)).toEqual({ turn: 0, x: 1 });
    expect(whole.plies).toBe(3);
  });
});

describe("turns", () => {
  test("without the game's word a turn goes on until another seat acts", () => {
    const turns = turnsOf(Chronicle.of(LOG), {});
    expect(turns.map(({ seat, entries }) => [seat, entries.length])).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  test("turns that have not changed are the same objects, so that they need not be drawn again", () => {
    const first = Chronicle.of(LOG);
    const before = turnsOf(first, {});
    const after = turnsOf(first.with(moved(3))!, {}, before);
    expect(after[0]).toBe(before[0]);
    expect(after.map(({ seat, number }) => [seat, number])).toEqual([
      [0, 1],
      [1, 1],
      [0, 2],
    ]);
    expect(turnsOf(first.until(1), {}, after).map(({ entries }) => entries.length)).toEqual([1]);
  });

  test("the game says whose turn it is, whoever acts in it, and turns are counted by seat", () => {
    const log = {
      seat: 0,
      start: { turn: 0 },
      lines: [
        line(0, 0),
        line(1, 1, { turn: 1 }),
        line(2, 1, { turn: 0 }),
        line(3, "luck", { turn: null }),
        line(4, "house"),
      ],
    };
    const turns = turnsOf(Chronicle.of(log), { turn: (view) => view["turn"] as number | null });
    expect(turns.map(({ seat, number, entries }) => [seat, number, entries.length])).toEqual([
      [0, 1, 2],
      [1, 1, 1],
      [0, 2, 1],
      [null, 0, 1],
    ]);
  });

  test("the game says when a turn begins, also after one of the same seat", () => {
    const log = {
      seat: 0,
      start: { turn: 0, draws: true },
      lines: [line(0, "luck", { draws: false }), line(1, 0, { draws: true }), line(2, "luck", { draws: false })],
    };
    const turn = (view: Record<string, unknown>) => view["turn"] as number;
    const turns = turnsOf(Chronicle.of(log), { turn, begins: (view) => view["draws"] === true });
    expect(turns.map(({ number, entries }) => [number, entries.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("the deal is a step, but not counted as a turn, as in the review", () => {
    const lines = [line(0, "luck"), line(1, "luck"), line(2, 0), line(3, 1), line(4, "luck"), line(5, 0)];
    const steps = turnsOf(Chronicle.of({ seat: 0, start: {}, lines }), {});
    expect(steps.map(({ entries }) => entries.length)).toEqual([2, 1, 2, 1]);
    expect(steps.map((_, until) => turnsAmong(steps.slice(0, until)))).toEqual([0, 0, 1, 2]);
    expect(turnsAmong(steps)).toBe(3);
  });

  test("where all act at once the game's chapters are told apart", () => {
    const log = {
      seat: 0,
      start: { round: 1 },
      lines: [line(0, 1), line(1, 0, { round: 2 }), line(2, 1), line(3, "clock")],
    };
    const heads = { turn: () => null, chapter: (view: Record<string, unknown>) => `Round ${view["round"]}` };
    const race = Chronicle.of(log);
    const turns = turnsOf(race, heads);
    expect(turns.map(({ chapter, entries }) => [chapter, entries.length])).toEqual([
      ["Round 1", 2],
      ["Round 2", 2],
    ]);
    const longer = turnsOf(race.with(moved(4))!, heads, turns);
    expect(longer[0]).toBe(turns[0]);
    expect(longer[1]!.entries).toHaveLength(3);
    expect(turns[1]!.entries).toHaveLength(2);
  });
});
