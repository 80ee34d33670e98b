import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback, type Frame } from "./playback";

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

function frame(name: string, time: number, more: Partial<Frame> = {}): Frame {
  return {
    time,
    ...more,
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

test("what is to be looked at stays as long as it is looked at, or as it takes", () => {
  playback.add([frame("a", 200, { look: 1200 }), frame("b", 1500, { look: 1200 }), frame("c", 0)]);
  vi.advanceTimersByTime(1199);
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["a", "b"]);
  vi.advanceTimersByTime(1500);
  expect(shown).toEqual(["a", "b", "c"]);
  expect(paces).toEqual([1, 1, 1]);
});

test("many turns to be looked at go faster, too", () => {
  playback.add(Array.from({ length: 80 }, (_, index) => frame(String(index), 200, { look: 1200 })));
  expect(paces[0]).toBeGreaterThan(3);
  vi.advanceTimersByTime(60_000);
  expect(settled).toBe(1);
});

test("skipping leads to the end of the turn, and the next one is shown as ever", () => {
  playback.add([frame("a", 200), frame("b", 200, { ends: true }), frame("c", 200), frame("d", 200, { ends: true })]);
  playback.skip();
  expect(shown).toEqual(["a", "b", "c"]);
  expect(paces).toEqual([1, 0, 1]);
  playback.skipAll();
  expect(shown).toEqual(["a", "b", "c", "d"]);
  expect(settled).toBe(1);
});

test("stops where it is wanted until somebody says to go on, with animation and without", () => {
  for (pace of [1, 0]) {
    [shown, settled] = [[], 0];
    playback.add([frame("a", 200, { stops: () => true }), frame("b", 200)]);
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(["a"]);
    expect(playback.isStopped).toBe(true);
    playback.add([frame("c", 200)]);
    expect(shown).toEqual(["a"]);
    playback.goOn();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(["a", "b", "c"]);
    expect(settled).toBe(1);
  }
});

test("something can be shown before what waits, and is seen for a while even where nothing moves", () => {
  pace = 0;
  playback.add([frame("a", 200, { stops: () => true }), frame("b", 200)]);
  playback.insert([frame("again", 200, { held: 1200 })]);
  vi.advanceTimersByTime(1199);
  expect(shown).toEqual(["a", "again"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["a", "again", "b"]);
});
