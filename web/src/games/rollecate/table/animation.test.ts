import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { table } from "../table.fixture";
import { BoardAnimation } from "./animation.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("what is said at one moment is not read at another, such as in the next chapter of a lesson", () => {
  const animation = new BoardAnimation();
  animation.follow(table(), null, 1);
  animation.say("The train is safe.");
  animation.say("It derails.", 500);
  vi.advanceTimersByTime(500);
  expect(animation.words).toBe("It derails.");
  animation.say("Another sentence.", 500);
  animation.follow(table(), null, 1);
  expect(animation.words).toBe("");
  vi.advanceTimersByTime(5000);
  expect(animation.words).toBe("");
});
