import { expect, test } from "vitest";
import { foreseeLaying, overview } from "./explain";
import { PHASE, kindNamed } from "./reading";
import { table, withPile } from "./table.fixture";

test.each([
  [1, 0, "The die shows no wheel."],
  [1, 1, "The die shows 1 wheel."],
  [2, 0, "2 dice show no wheels."],
  [2, 1, "2 dice show 1 wheel."],
  [3, 2, "3 dice show 2 wheels."],
])("%i dice with %i wheels are told in the words of the log", (thrown, wheels, told) => {
  const view = table({ phase: PHASE.throwing, value: thrown, built: 1, dice: 0, wheels });
  expect(overview(view)).toContain(told);
});

test("a pile grows to a point and shrinks to none in words that fit the number", () => {
  expect(foreseeLaying(table(), kindNamed("1 chaos"))).toBe("Your pile would grow from 0 to 1 point.");
  const shrunk = foreseeLaying(withPile(table(), 0, "1 straight", "2 straight"), kindNamed("2 chaos"));
  expect(shrunk).toContain("takes your pile from 3 to 1 point.");
});
