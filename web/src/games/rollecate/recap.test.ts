import { expect, test } from "vitest";
import { turn } from "../boards/trail/trail.fixture";
import { recap } from "./recap";
import { laid, table } from "./table.fixture";

test("what was built, what the dice showed, and where the train is", () => {
  const before = table({ turn: 1, train: 2 });
  const built = laid({ ...before, value: 1, built: 1 }, "1 curve left");
  const rolling = { ...built, dice: 1 };
  const thrown = { ...rolling, dice: 0, wheels: 1 };
  const told = recap(
    turn(
      before,
      [{ build: { card: "1 curve", bend: "left" } }, built],
      [{ done: {} }, rolling],
      [{ throw: { wheels: 1 } }, thrown, "luck"],
      [{ ride: {} }, { ...thrown, train: 3 }, "house"],
    ),
  );
  expect(told).toEqual({
    line: "Built a curved 1, rolled 1 wheel.",
    steps: ["builds *a curved 1*", "rolls 1 die: *1 wheel*"],
    means: "The train has 1 card ahead.",
  });
});

test.each([
  [1, "no wheel"],
  [2, "no wheels"],
])("%i dice without a wheel", (dice, shown) => {
  const rolling = table({ turn: 1, train: 2, dice });
  const told = recap(turn(rolling, [{ throw: { wheels: 0 } }, { ...rolling, dice: 0 }, "luck"]));
  expect(told!.line).toBe(`Rolled ${shown}.`);
});

test("a derailment and its penalties come in their order", () => {
  const before = table({ turn: 1, train: 3, wheels: 2 });
  const told = recap(
    turn(
      before,
      [{ ride: {} }, { ...before, train: 3 }, "house"],
      [{ take: {} }, before],
      [{ lay: { card: "3 curve", combine: "no" } }, before],
    ),
  );
  expect(told.steps).toEqual([
    "*derails*: the railway is 2 cards too short",
    "takes *1 penalty card*",
    "keeps a curved 3",
  ]);
  expect(told.line).toBe("*Derailed*, took 1 penalty card.");
});

test("whoever passes lets the train roll, or stay", () => {
  const before = table({ turn: 1, train: 2 });
  expect(recap(turn(before, [{ pass: {} }, { ...before, train: 3 }])).line).toBe(
    "Passed, the train rolled on by 1 card.",
  );
  expect(recap(turn(before, [{ pass: {} }, before])).line).toBe("Passed.");
});
