import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback } from "./playback";

let shown: string[];
let paces: number[];
let settled: number;
let pace: number;
let playback: Playback;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, paces, settled, pace] = [[], [], 0, 1];
  playback = new Playback(
    () => pace,
    () => settled++,
  );
});

afterEach(() => vi.useRealTimers());

function frame(name: string, time: number) {
  return {
    time,
    show: (at: number) => {
      shown.push(name);
      paces.push(at);
    },
  };
}

test("steps are shown one after the other, each for its time", () => {
  playback.add([frame("a", 200), frame("b", 300)]);
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(["a", "b"]);
  expect(settled).toBe(0);
  vi.advanceTimersByTime(300);
  expect(settled).toBe(1);
});

test("what comes meanwhile waits its turn", () => {
  playback.add([frame("a", 200)]);
  playback.add([frame("b", 100)]);
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(300);
  expect(shown).toEqual(["a", "b"]);
  expect(settled).toBe(1);
});

test("nothing to show is shown at once", () => {
  playback.add([]);
  expect(settled).toBe(1);
});

test("twice the pace takes half the time", () => {
  pace = 2;
  playback.add([frame("a", 200)]);
  vi.advanceTimersByTime(100);
  expect(settled).toBe(1);
});

test("without animation everything is there at once", () => {
  pace = 0;
  playback.add([frame("a", 200), frame("b", 200)]);
  expect(shown).toEqual(["a", "b"]);
  expect(paces).toEqual([0, 0]);
  expect(settled).toBe(1);
});

test("a long queue goes faster, and tells the board so", () => {
  playback.add(Array.from({ length: 64 }, (_, index) => frame(String(index), 200)));
  expect(paces[0]).toBe(4);
  vi.advanceTimersByTime(8000);
  expect(shown).toHaveLength(64);
  expect(paces.at(-1)).toBe(1);
});

test("skipping shows the rest and settles once", () => {
  playback.add([frame("a", 200), frame("b", 200), frame("c", 200)]);
  playback.skip();
  expect(shown).toEqual(["a", "b", "c"]);
  vi.advanceTimersByTime(1000);
  expect(settled).toBe(1);
});
