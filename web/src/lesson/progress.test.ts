import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

beforeEach(() => {
  kept.clear();
  vi.resetModules();
});

test("a lesson that was left goes on where it was, also after the page was closed", async () => {
  const first = await import("./progress.svelte");
  expect(first.stateOf("g", "basics")).toBe("new");
  first.remember("g", "basics", { chapter: 2, step: 1 });
  vi.resetModules();
  const later = await import("./progress.svelte");
  expect(later.progressIn("g", "basics")).toEqual({ chapter: 2, step: 1, reached: 2, done: false });
  expect(later.stateOf("g", "basics")).toBe("begun");
  expect(later.stateOf("g", "more")).toBe("new");
});

test("chapters that were reached stay open when one goes back", async () => {
  const { remember, progressIn } = await import("./progress.svelte");
  remember("g", "basics", { chapter: 3, step: 0 });
  remember("g", "basics", { chapter: 1, step: 0 });
  expect(progressIn("g", "basics")?.reached).toBe(3);
});

test("a lesson that was finished is learned, and stays so while it is played again", async () => {
  const { finish, remember, stateOf, progressIn, isKnown } = await import("./progress.svelte");
  finish("g", "basics", 6);
  expect(stateOf("g", "basics")).toBe("learned");
  expect(isKnown("g")).toBe(true);
  remember("g", "basics", { chapter: 0, step: 1 });
  expect(stateOf("g", "basics")).toBe("begun");
  expect(progressIn("g", "basics")?.done).toBe(true);
});

test("a game is asked about once", async () => {
  const { isKnown, makeKnown } = await import("./progress.svelte");
  expect(isKnown("g")).toBe(false);
  makeKnown("g");
  makeKnown("g");
  expect(isKnown("g")).toBe(true);
  expect(JSON.parse(kept.get("tabbytop.lessons")!).asked).toEqual(["g"]);
});
