import { expect, test } from "vitest";
import { READER, turn } from "../boards/trail/trail.fixture";
import { NOWHERE } from "./reading";
import { recap } from "./recap";
import { cats, table } from "./table.fixture";

test("cans taken and cats set", () => {
  const before = table({ turn: 1, dumpster: [5, 5, 5, 2, 2] });
  const after = table({ turn: 1, cat: cats({ "1 0": "DN" }) });
  expect(recap(turn(before, [{ dive: { dumpster: "home1" } }, after]), READER)).toEqual({
    line: "Took 5 cans, set cats on Delgados and Newmans.",
    steps: ["takes 5 cans", "sets two cats on *Delgados and Newmans*"],
    means: "",
  });
});

test("a fish that was joined for, and what you were paid on the way", () => {
  const before = table({ turn: 1, cans: [10, 10, 10, 10], market: 7 });
  const walked = { ...before, cans: [13, 7, 10, 10] };
  const after = { ...walked, earned: [0, 1, 0, 0], fish: [0, 1, 0, 0], market: 6 };
  const told = recap(turn(before, [{ step: { shape: "sitting", way: "ED" } }, walked], [null, after, "house"]), READER);
  expect(told.line).toBe("Joined two cats: *a fish*, paid you *3 cans*.");
  expect(told.steps).toEqual([
    "walks a sitting cat to Delgados",
    "joins two cats and gets *a fish*",
    "pays you *3 cans*",
  ]);
  expect(told.means).toBe("6 fish are left.");
});

test("a catwalk that was taken up before is moved, another is built", () => {
  const held = table({ turn: 1, lifted: 3 });
  const built = table({ turn: 1, lifted: NOWHERE });
  const move = { catwalk: { gap: "CD" } } as const;
  expect(recap(turn(held, [move, built]), READER).line).toBe("Moved a catwalk from Carters to Delgados.");
  expect(recap(turn(built, [move, built]), READER).line).toBe("Built a catwalk from Carters to Delgados.");
});

test("who cannot pay the ante, and how the race ends", () => {
  const before = table({ turn: 1, cans: [10, 1, 10, 10], market: 1 });
  const after = { ...before, cans: [10, 3, 10, 10], trigger: 1 };
  const told = recap(turn(before, [{ no_ante: {} }, after]), READER);
  expect(told.line).toBe("Could not pay the ante, took 2 cans.");
  expect(told.means).toBe("The race is over: pairs on the roofs are settled.");
});
