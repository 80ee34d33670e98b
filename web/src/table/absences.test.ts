import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Absences } from "./absences.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("somebody who loads the page anew is not away", () => {
  const absences = new Absences();
  const back: number[] = [];
  absences.hear([1], [0], (seat) => back.push(seat));
  vi.advanceTimersByTime(1000);
  absences.hear([], [0, 1], (seat) => back.push(seat));
  vi.advanceTimersByTime(60_000);
  expect(absences.seats).toEqual([]);
  expect(back).toEqual([]);
});

test("somebody who is gone for longer is away, and is said to be back", () => {
  const absences = new Absences();
  const back: number[] = [];
  absences.hear([1, 2], [0], (seat) => back.push(seat));
  vi.advanceTimersByTime(3000);
  expect(absences.seats).toEqual([1, 2]);
  absences.wait(1);
  absences.hear([1], [0], (seat) => back.push(seat));
  expect([absences.seats, absences.awaited, back]).toEqual([[1], [1], [2]]);
  absences.hear([], [0, 1], (seat) => back.push(seat));
  expect([absences.seats, absences.awaited, back]).toEqual([[], [], [2, 1]]);
  absences.hear([1], [0], () => {});
  vi.advanceTimersByTime(3000);
  expect(absences.awaited).toEqual([]);
});

test("who comes and goes in their own time is missed only when they have to decide", () => {
  const absences = new Absences();
  absences.hear([1, 2], [0], () => {});
  vi.advanceTimersByTime(3000);
  expect([absences.missed(null), absences.missed(2)]).toEqual([[], [2]]);
  absences.hear([2], [0, 1], () => {});
  absences.hear([1, 2], [0], () => {});
  vi.advanceTimersByTime(3000);
  expect(absences.missed(null)).toEqual([1]);
});
