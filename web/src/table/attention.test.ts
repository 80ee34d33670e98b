import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Attention, IDLE } from "./attention";

let page: EventTarget & { hidden: boolean };
let said: boolean[];
let ending: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  const screen = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", screen.addEventListener.bind(screen));
  vi.stubGlobal("dispatchEvent", screen.dispatchEvent.bind(screen));
  said = [];
  ending = new AbortController();
});

afterEach(() => {
  ending.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function watching(): Attention {
  const attention = new Attention((looking) => said.push(looking));
  attention.watch(ending.signal);
  return attention;
}

function show(hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

test("a page behind another one is not looked at", () => {
  const attention = watching();
  expect(attention.isLooking).toBe(true);
  show(true);
  show(false);
  expect(said).toEqual([false, true]);
});

test("a page that nobody touches is forgotten after a while, and a touch is enough to look again", () => {
  watching();
  vi.advanceTimersByTime(IDLE - 1000);
  dispatchEvent(new Event("pointermove"));
  vi.advanceTimersByTime(IDLE - 1000);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(said).toEqual([false]);
  dispatchEvent(new Event("keydown"));
  expect(said).toEqual([false, true]);
  vi.advanceTimersByTime(IDLE);
  expect(said).toEqual([false, true, false]);
});

test("what is hidden is not looked at, whatever is touched", () => {
  page.hidden = true;
  const attention = watching();
  expect(attention.isLooking).toBe(false);
  dispatchEvent(new Event("focus"));
  expect(said).toEqual([]);
});
