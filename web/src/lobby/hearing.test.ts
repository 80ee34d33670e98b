import { expect, test } from "vitest";
import { heardOf, hearsOf, withNewTables } from "./hearing";

const ALL = { muted: ["b"], new_tables: true, listened: [] };

test("one is told of a table unless it is muted", () => {
  expect(["a", "b", "new"].map((table) => hearsOf(ALL, table))).toEqual([true, false, true]);
  expect(hearsOf(heardOf(ALL, "a", false), "a")).toBe(false);
  expect(hearsOf(heardOf(ALL, "b", true), "b")).toBe(true);
});

test("without new tables nothing changes at those of today, and each can be switched", () => {
  const quiet = withNewTables(ALL, ["a", "b"], false);
  expect(["a", "b", "new"].map((table) => hearsOf(quiet, table))).toEqual([true, false, false]);
  expect(hearsOf(heardOf(quiet, "new", true), "new")).toBe(true);
  expect(hearsOf(heardOf(quiet, "a", false), "a")).toBe(false);
  const again = withNewTables(quiet, ["a", "b", "new"], true);
  expect(["a", "b", "new", "later"].map((table) => hearsOf(again, table))).toEqual([true, false, false, true]);
});
