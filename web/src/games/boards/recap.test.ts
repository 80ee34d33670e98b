import { expect, test } from "vitest";
import { recapOf, type Deed } from "./recap";

const deed = (what: string, isMinor = false): Deed => ({ past: `${what}ed`, present: `${what}s`, isMinor });

test("a turn is a line in the past and steps in the present", () => {
  expect(recapOf([deed("roll", true), deed("jump"), deed("land")], ["It is over.", ""])).toEqual({
    line: "Jumped, landed.",
    steps: ["rolls", "jumps", "lands"],
    means: "It is over.",
  });
});

test("four steps are told at most, and minor ones go first", () => {
  const deeds = [deed("roll", true), ...["a", "b", "c", "d"].map((what) => deed(what))];
  expect(recapOf(deeds).steps).toEqual(["as", "bs", "cs", "ds"]);
});

test("where everything is minor it is told nevertheless, and nothing is nothing", () => {
  expect(recapOf([deed("roll", true)]).line).toBe("Rolled.");
  expect(recapOf([])).toEqual({ line: "", steps: [], means: "" });
});
