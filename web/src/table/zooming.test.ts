import { expect, test } from "vitest";
import { WHOLE, around, held } from "./zooming";

const SIZE = { width: 400, height: 300 };

test("what is pointed at stays where it is while the board grows", () => {
  const spot = { x: 100, y: 200 };
  const zoom = around(WHOLE, spot, 2, SIZE);
  expect(zoom).toEqual({ scale: 2, x: -100, y: -200 });
  // the place of the board under the spot is the same before and after
  expect((spot.x - zoom.x) / zoom.scale).toBe(spot.x);
  expect((spot.y - zoom.y) / zoom.scale).toBe(spot.y);
});

test("a board is never smaller than its frame, and never larger than four times", () => {
  expect(around(WHOLE, { x: 10, y: 10 }, 0.2, SIZE)).toEqual(WHOLE);
  expect(around(WHOLE, { x: 0, y: 0 }, 40, SIZE).scale).toBe(4);
});

test("a board is not moved past its edges", () => {
  expect(held({ scale: 2, x: 50, y: -900 }, SIZE)).toEqual({ scale: 2, x: 0, y: -300 });
  expect(held({ scale: 2, x: -900, y: 10 }, SIZE)).toEqual({ scale: 2, x: -400, y: 0 });
});
