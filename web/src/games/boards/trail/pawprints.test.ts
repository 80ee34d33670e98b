import { expect, test } from "vitest";
import { printsAlong } from "./pawprints";

test("prints go along the way, left and right of it in turn, and point along it", () => {
  const prints = printsAlong(
    [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
    25,
  );
  expect(prints.map(({ x }) => Math.round(x))).toEqual([25, 50, 75]);
  expect(prints.map(({ y }) => Math.sign(y))).toEqual([-1, 1, -1]);
  expect(prints.every(({ degrees }) => degrees === 90)).toBe(true);
});

test("a way with a corner is followed round it", () => {
  const way = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
    { x: 40, y: 80 },
  ];
  const prints = printsAlong(way, 20, 20, 20);
  expect(prints).toHaveLength(5);
  expect(prints.at(-1)!.degrees).toBe(180);
  expect(Math.round(prints.at(-1)!.y)).toBe(60);
});

test("nothing is printed where there is no room or no way", () => {
  expect(printsAlong([{ x: 0, y: 0 }], 20)).toEqual([]);
  expect(
    printsAlong(
      [
        { x: 0, y: 0 },
        { x: 30, y: 0 },
      ],
      20,
    ),
  ).toEqual([]);
});
