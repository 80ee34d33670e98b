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

/** Somebody who plays; what else is so is given. */
function sitting(changes: object = {}): never {
  return {
    info: { lessons: [{}] },
    own: 0,
    table: { game: "g", stage: "playing" },
    isReplay: false,
    ...changes,
  } as never;
}

test("somebody who plays a game for the first time is asked once whether to learn it", async () => {
  const { isAskedToLearn } = await import("./firsttime");
  const { makeKnown } = await import("./progress.svelte");
  expect(isAskedToLearn(sitting())).toBe(true);
  makeKnown("g");
  expect(isAskedToLearn(sitting())).toBe(false);
});

test("nobody is asked who watches, shares the device, looks back, or has no lesson to take", async () => {
  const { isAskedToLearn } = await import("./firsttime");
  for (const changes of [
    { own: null },
    { isReplay: true },
    { info: { lessons: [] } },
    { info: null },
    { table: { game: "g", stage: "lobby" } },
  ])
    expect(isAskedToLearn(sitting(changes))).toBe(false);
});
