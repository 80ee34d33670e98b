import { expect, test } from "vitest";
import { isVisible } from "./visible";

const boxes = (length: number) => () => ({ length });

test("the browser says whether something is drawn", () => {
  expect(isVisible({ checkVisibility: () => false, getClientRects: boxes(1) })).toBe(false);
  expect(isVisible({ checkVisibility: () => true, getClientRects: boxes(0) })).toBe(true);
});

test("where the browser cannot be asked, what has a box is drawn", () => {
  expect(isVisible({ getClientRects: boxes(1) })).toBe(true);
  expect(isVisible({ getClientRects: boxes(0) })).toBe(false);
});
