import { expect, test } from "vitest";
import { Timeline } from "./timeline";

const race = new Timeline([1000, 1000, 1400, 1400, 1400, 2900].map((now) => ({ now })));

test("a race lasts from its first moment to its last", () => {
  expect(race.length).toBe(1900);
  expect(race.since(0)).toBe(0);
  expect(race.since(3)).toBe(400);
  expect(race.since(99)).toBe(1900);
});

test("at a time everything has happened that had happened until then", () => {
  expect([-5, 0, 399, 400, 1899, 1900, 5000].map((since) => race.plyAt(since))).toEqual([0, 1, 1, 4, 4, 5, 5]);
});

test("without moments there is nothing to look at", () => {
  const nothing = new Timeline([]);
  expect([nothing.length, nothing.since(3), nothing.plyAt(10)]).toEqual([0, 0, 0]);
});
