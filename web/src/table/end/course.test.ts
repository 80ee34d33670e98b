import { describe, expect, it } from "vitest";
import { courseOf, drawn, ticksOf } from "./course";
import { most, spanAt } from "./story";

const SPANS = [
  { seat: 0, from: 1, to: 3 },
  { seat: 1, from: 3, to: 4 },
];

describe("the course of a game", () => {
  it("has the moment before the first turn and one after each; the last one is the end", () => {
    const views = [0, 5, 6, 7, 8, 20];
    expect(courseOf(views, SPANS, (view) => [view, 2 * view])).toEqual([
      [5, 10],
      [7, 14],
      [20, 40],
    ]);
  });

  it("is nothing before the log has come", () => {
    expect(courseOf([], SPANS, () => [])).toEqual([]);
    expect(courseOf([1], [], () => [])).toEqual([]);
  });

  it("fills its box, points upwards", () => {
    const { lines, ticks } = drawn([[0], [20], [40]], { width: 200, height: 100 });
    expect(lines).toEqual([
      [
        [0, 100],
        [100, 50],
        [200, 0],
      ],
    ]);
    expect(ticks.map(({ points }) => points)).toEqual([0, 10, 20, 30, 40]);
  });

  it("has room for points below 0, and for a game without any", () => {
    expect(drawn([[0], [-5]], { width: 10, height: 60 }).lines[0]!.at(-1)).toEqual([10, 60]);
    expect(drawn([[0], [0]], { width: 10, height: 60 }).lines[0]!.at(-1)).toEqual([10, 60]);
    expect(ticksOf(-4, 7)).toEqual([0, 5]);
    expect(ticksOf(0, 1)).toEqual([0, 1]);
  });
});

describe("looking for the best", () => {
  it("finds the turn of a move", () => {
    expect([1, 2, 3].map((ply) => spanAt(SPANS, ply))).toEqual([1, 1, 2]);
  });

  it("takes the earlier of equals, and nothing that is worth nothing", () => {
    expect(most(["a", "bb", "cc"], ({ length }) => length)).toBe("bb");
    expect(most(["", ""], ({ length }) => length)).toBeNull();
  });
});
