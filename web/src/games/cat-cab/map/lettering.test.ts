import { expect, it } from "vitest";
import { lines, within } from "./lettering";

it("breaks a text at spaces into lines of about equal length", () => {
  expect(lines("The meter runs, the drivers sleep, and nobody wins.", 45)).toEqual([
    "The meter runs, the drivers",
    "sleep, and nobody wins.",
  ]);
});

it("leaves a short text on one line", () => {
  expect(lines("Hiss!", 20)).toEqual(["Hiss!"]);
});

it("keeps a box inside its limits", () => {
  expect(within(10, 100, 6, 674)).toBe(6);
  expect(within(670, 100, 6, 674)).toBe(574);
  expect(within(340, 100, 6, 674)).toBe(290);
});
