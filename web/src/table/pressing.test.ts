import { expect, test } from "vitest";
import { pickOf, pressOf } from "./pressing";

test("a move is named by its kind and its values, in whatever order these are written", () => {
  expect(pressOf({ move: { spaces: 2, direction: "up" } })).toBe("move up 2");
  expect(pressOf({ move: { direction: "up", spaces: 2 } })).toBe("move up 2");
  expect(pressOf({ roll: {} })).toBe("roll");
});

test("moves of one kind are picked from one list", () => {
  expect(pickOf({ put: { place: "3,4" } })).toBe("pick put");
});
