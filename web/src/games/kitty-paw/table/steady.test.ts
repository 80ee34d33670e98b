import { describe, expect, it } from "vitest";
import { mat, table } from "../table.fixture";
import { Steady, lookOfMat, lookOfRing } from "./steady";

describe("a part of the table", () => {
  it("stays as it was while only others act", () => {
    const steady = new Steady();
    const first = table();
    const other = { ...first, place: first.place.with(1, first.place[1]!.with(0, 5)), now: first.now + 300 };
    expect(steady.of(first, lookOfMat(first, 0))).toBe(first);
    expect(steady.of(other, lookOfMat(other, 0))).toBe(first);
    expect(steady.of(other, lookOfMat(other, 1))).toBe(other);
  });

  it("is drawn anew when something of its own has changed", () => {
    const steady = new Steady();
    const [first, next] = [table(), table({ place: mat({ 0: 3 }) })];
    steady.of(first, lookOfMat(first, 0));
    expect(steady.of(next, lookOfMat(next, 0))).toBe(next);
    const looking = table({ peeking: [-1, 4, -1, -1] });
    expect(lookOfRing(looking, 0)).not.toBe(lookOfRing(first, 0));
  });
});
