import { expect, test } from "vitest";
import { same, steadily } from "./same";

test("values are the same if they say the same", () => {
  const move = { move: { spaces: 2, directions: ["up", "left"] } };
  expect(same(move, structuredClone(move))).toBe(true);
  expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(same([], [])).toBe(true);
  expect(same(null, null)).toBe(true);
});

test("values that differ anywhere are not the same", () => {
  for (const [one, other] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [{ a: null }, { a: {} }],
    [null, {}],
    [1, "1"],
  ])
    expect(same(one, other)).toBe(false);
});

test("what says the same stays the same object", () => {
  const steady = steadily<{ a: number }>();
  const first = steady({ a: 1 });
  expect(steady({ a: 1 })).toBe(first);
  expect(steady({ a: 2 })).toEqual({ a: 2 });
  expect(steady({ a: 1 })).not.toBe(first);
});
