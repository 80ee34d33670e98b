import { expect, test } from "vitest";
import { cropOf } from "./crop";

const WINDOW = { width: 300, height: 150 };
const BOARD = { width: 600, height: 400 };

test("what is marked lies in the middle", () => {
  expect(cropOf(WINDOW, BOARD, [{ x: 280, y: 180, width: 20, height: 20 }])).toEqual({ x: -140, y: -115 });
  const two = [
    { x: 200, y: 100, width: 20, height: 20 },
    { x: 400, y: 200, width: 40, height: 20 },
  ];
  expect(cropOf(WINDOW, BOARD, two)).toEqual({ x: -170, y: -85 });
});

test("the window is filled also where something at the edge is marked", () => {
  expect(cropOf(WINDOW, BOARD, [{ x: 0, y: 390, width: 10, height: 10 }])).toEqual({ x: 0, y: -250 });
});

test("without marks the middle is shown, and so is what is smaller than the window", () => {
  expect(cropOf(WINDOW, BOARD, [])).toEqual({ x: -150, y: -125 });
  expect(cropOf(WINDOW, { width: 600, height: 100 }, [{ x: 590, y: 0, width: 10, height: 10 }])).toEqual({
    x: -300,
    y: 25,
  });
});
