import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterPaint, inFreeFrame, takeFrame } from "./motion";

const kept = vi.hoisted(() => ({ pace: 1 }));
vi.mock("../settings.svelte", () => ({ pace: () => kept.pace }));

let frames: (() => void)[] = [];
const done: string[] = [];

/** A frame is drawn, and what waits for it is done. */
function paint(): void {
  for (const frame of frames.splice(0)) frame();
  vi.runAllTimers();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => frames.push(then));
  kept.pace = 1;
  frames = [];
  done.length = 0;
});
afterEach(() => {
  while (frames.length) paint();
  vi.useRealTimers();
});

test("what waits for a frame has one each, in its order", () => {
  afterPaint(() => done.push("tell"));
  afterPaint(() => done.push("settle"));
  expect(done).toEqual([]);
  paint();
  expect(done).toEqual(["tell"]);
  paint();
  expect(done).toEqual(["tell", "settle"]);
  paint();
  expect(frames).toEqual([]);
});

test("what comes to wait while a frame is drawn has the next one", () => {
  const callOff = afterPaint(() => done.push("first"));
  for (const frame of frames.splice(0)) frame();
  callOff();
  afterPaint(() => done.push("second"));
  vi.runAllTimers();
  expect(done).toEqual([]);
  paint();
  expect(done).toEqual(["second"]);
});

test("where nothing moves it is done at once", () => {
  kept.pace = 0;
  afterPaint(() => done.push("now"));
  expect(done).toEqual(["now"]);
});

test("what comes beside something that waited for a frame has the next one, and else is done at once", () => {
  inFreeFrame(() => done.push("free"));
  expect(done).toEqual(["free"]);
  afterPaint(() => done.push("waited"));
  paint();
  inFreeFrame(() => done.push("beside"));
  expect(done).toEqual(["free", "waited"]);
  paint();
  expect(done).toEqual(["free", "waited", "beside"]);
  paint();
  inFreeFrame(() => done.push("free again"));
  expect(done).toEqual(["free", "waited", "beside", "free again"]);
});

test("whoever takes a frame has it alone", () => {
  takeFrame();
  inFreeFrame(() => done.push("later"));
  expect(done).toEqual([]);
  paint();
  expect(done).toEqual(["later"]);
});
