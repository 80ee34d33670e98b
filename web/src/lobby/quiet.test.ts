import { expect, test } from "vitest";
import { clockTime, isQuiet } from "./quiet";

test("times of the day", () => {
  expect([0, 480, 1350].map(clockTime)).toEqual(["0:00", "8:00", "22:30"]);
});

test("quiet hours go over midnight", () => {
  const night = { start: 22 * 60, end: 8 * 60 };
  expect([21 * 60 + 59, 22 * 60, 0, 479, 480].map((minute) => isQuiet(night, minute))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(isQuiet({ start: 60, end: 60 }, 60)).toBe(false);
});
