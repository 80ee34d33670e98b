import { expect, test } from "vitest";
import { Spoken } from "./spoken.svelte";

const ESCAPE = { key: "Escape" };

test("Escape ends what is said of the place under the pointer, until it rests on one again", () => {
  const spoken = new Spoken<string>();
  expect(spoken.hush(ESCAPE)).toBe(false);
  spoken.rested = "roof";
  expect(spoken.hush({ key: "Enter" })).toBe(false);
  expect(spoken.hush(ESCAPE)).toBe(true);
  expect(spoken.rested).toBe(null);
  spoken.rested = "roof";
  expect(spoken.rested).toBe("roof");
});

test("Escape ends what is said of the place in focus, which stays there, until the focus comes anew", () => {
  const spoken = new Spoken<string>();
  spoken.focused = "roof";
  expect(spoken.heard).toBe("roof");
  expect(spoken.hush(ESCAPE)).toBe(true);
  expect([spoken.heard, spoken.focused]).toEqual([null, "roof"]);
  expect(spoken.hush(ESCAPE)).toBe(false);
  spoken.focused = null;
  spoken.focused = "roof";
  expect(spoken.heard).toBe("roof");
});
