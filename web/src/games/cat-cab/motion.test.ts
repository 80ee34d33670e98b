import { describe, expect, it } from "vitest";
import type { Step } from "../../table/board";
import { TIME, dieAtRest, duration, wayBetween } from "./motion";
import { LEFT, OUT, PHASE, START, type Move, type View } from "./reading";
import { table } from "./table.fixture";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);

function time(move: Move, before: View, after: View): number {
  const step: Step<Move> = { seq: 1, ply: 1, passed: 0, actor: 0, move, sentence: "" };
  return duration(step, before, after);
}

describe("a step takes", () => {
  it("a while for each space that is driven", () => {
    const before = table({ place: [at(2, 2), START, START], twos: 1 });
    const after = table({ place: [at(2, 4), START, START] });
    expect(time({ move: { spaces: 2, direction: "up" } }, before, after)).toBe(2 * TIME.space);
  });

  it("only as long as Crazy cat drives before it stops at the passenger", () => {
    const before = table({ place: [at(2, 2), START, START], passenger: at(2, 3), crazy_cat_stops: 1, twos: 1 });
    const after = table({ place: [at(2, 3), START, START] });
    const move: Move = { move: { spaces: 2, direction: "up" } };
    expect(wayBetween(before, after, move)?.places).toEqual([at(2, 2), at(2, 3)]);
    expect(time(move, before, after)).toBe(TIME.space);
  });

  it("longer when it leads out of the city and starts rush hour", () => {
    const before = table({ place: [at(6, 8), START, START], picked_up: 1, ones: 1 });
    const after = table({ place: [LEFT, START, START], picked_up: 1, departure: [1, 0, 0], rush: [0, 5, 5] });
    expect(time({ move: { spaces: 1, direction: "up" } }, before, after)).toBe(
      TIME.space + TIME.depart + TIME.nightfall,
    );
  });

  it("next to nothing when a die is marked", () => {
    expect(time({ mark: { die: "white 1" } }, table(), table({ marked: 1 }))).toBeLessThan(100);
  });

  it("long enough for the tow barge", () => {
    const before = table({ phase: PHASE.ending_turn, rush: [1, 0, 0] });
    const after = table({ place: [OUT, START, START], phase: PHASE.roll_turn, turn: 1 });
    expect(time({ end_turn: {} }, before, after)).toBeGreaterThanOrEqual(TIME.tow);
  });
});

describe("a push", () => {
  it("follows the streets to where the two views say", () => {
    const before = table({ phase: PHASE.fight_back, back_seat: 1, place: [at(4, 4), at(4, 4), START] });
    const after = table({ place: [at(4, 4), at(3, 3), START] });
    const way = wayBetween(before, after, { back: { to: "3,3" } });
    expect(way).toEqual({ seat: 1, places: [at(4, 4), at(4, 3), at(3, 3)], time: 2 * TIME.space, pushed: true });
  });
});

describe("turn dice", () => {
  it("come to rest from the lowest number up", () => {
    expect(dieAtRest(table({ phase: PHASE.turn_dice, rolling: 0b101100 }), { die: { shows: 4 } })).toBe(2);
  });

  it("do not rest when another die is rolled", () => {
    expect(dieAtRest(table({ phase: PHASE.item_die, rolling: 0 }), { die: { shows: 4 } })).toBe(-1);
  });
});
