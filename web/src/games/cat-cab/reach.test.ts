import { describe, expect, it } from "vitest";
import { reachOf, sourcesOf } from "./reach";
import { LEFT, START } from "./reading";
import { table } from "./table.fixture";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);
const sorted = (places: Set<number>) => [...places].sort((one, other) => one - other);

describe("where a drive may end", () => {
  it("is every crossing that all spaces lead to, each die in one direction", () => {
    const view = table({ place: [at(3, 3), START, START] });
    expect(sorted(reachOf(view, 0, { ones: 0, twos: 1 }))).toEqual(
      [at(3, 1), at(1, 3), at(5, 3), at(3, 5)].sort((one, other) => one - other),
    );
    const two = reachOf(view, 0, { ones: 2, twos: 0 });
    expect([two.has(at(3, 3)), two.has(at(4, 4)), two.has(at(3, 4))]).toEqual([true, true, false]);
  });

  it("stops where the streets end, and leads through the gate from the start area", () => {
    expect(sorted(reachOf(table(), 0, { ones: 0, twos: 1 }))).toEqual([at(1, 2)]);
    const corner = table({ place: [at(1, 1), START, START] });
    expect(sorted(reachOf(corner, 0, { ones: 1, twos: 0 }))).toEqual([at(2, 1), at(1, 2)]);
  });

  it("takes curses off either kind of die", () => {
    const view = table({ place: [at(3, 3), START, START], curses: [1, 0, 0] });
    // a 2 and a 1 less one space: the 2 alone, or two times 1
    const reach = reachOf(view, 0, { ones: 1, twos: 1 });
    expect([reach.has(at(5, 3)), reach.has(at(4, 4)), reach.has(at(4, 3))]).toEqual([true, true, false]);
  });

  it("is behind when there are more curses than spaces", () => {
    const view = table({ place: [at(3, 6), START, START], curses: [3, 0, 0] });
    expect(sorted(reachOf(view, 0, { ones: 0, twos: 1 }))).toEqual([at(3, 5), at(2, 6)]);
    const near = table({ place: [at(2, 1), START, START], curses: [3, 0, 0] });
    expect(sorted(reachOf(near, 0, { ones: 1, twos: 0 }))).toEqual([START]);
    expect(sorted(reachOf({ ...near, curses: [1, 0, 0] }, 0, { ones: 1, twos: 0 }))).toEqual([at(2, 1)]);
  });

  it("leads out of the city where the exit is open, with spaces to spare too", () => {
    const view = table({ place: [at(6, 8), START, START], picked_up: 1 });
    expect(reachOf(view, 0, { ones: 0, twos: 2 }).has(LEFT)).toBe(true);
    expect(reachOf({ ...view, picked_up: 0 }, 0, { ones: 0, twos: 2 }).has(LEFT)).toBe(false);
  });

  it("needs dice that move", () => {
    const view = table({ face: [1, 2, 3, 4, 6, 0, 0, 0, 8, 0, 0] });
    expect(sourcesOf(view, [0, 1, 2, 3, 4, 8])).toEqual({ ones: 1, twos: 2 });
  });
});
