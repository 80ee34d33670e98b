import { expect, test } from "vitest";
import { BETWEEN, KNOWN, STEP, timesAt, usualPace } from "./pace";

const done = { time: 300, isLoud: true, ends: false };

test("what somebody does is looked at for a while, dice and preparations as long as they take", () => {
  for (const pace of ["calm", "step"] as const) {
    expect(timesAt(pace, done)).toEqual({ time: 300, look: STEP });
    expect(timesAt(pace, { ...done, time: 2000 })).toEqual({ time: 2000, look: 2000 });
    expect(timesAt(pace, { ...done, isLoud: false })).toEqual({ time: 300, look: 300 });
    expect(timesAt(pace, { ...done, ends: true })).toEqual({ time: 300, look: STEP + BETWEEN });
  }
});

test("quick is at once", () => expect(timesAt("quick", { ...done, ends: true })).toEqual({ time: 0, look: 0 }));

test("the first three games of a kind are calm by themselves, and quick from then on", () => {
  expect([0, 1, KNOWN - 1, KNOWN, KNOWN + 1].map(usualPace)).toEqual(["calm", "calm", "calm", "quick", "quick"]);
});
