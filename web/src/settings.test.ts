import { afterEach, expect, test, vi } from "vitest";

/** The settings of a browser in which something was kept before. */
async function settingsWith(kept: object | null) {
  vi.resetModules();
  const memory = new Map(kept ? [["tabbytop.settings", JSON.stringify(kept)]] : []);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
  });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => {} }) });
  return { ...(await import("./settings.svelte")), memory };
}

afterEach(() => vi.unstubAllGlobals());

test("nobody has chosen a pace at first, and what was chosen is remembered", async () => {
  const { settings, choose, memory } = await settingsWith(null);
  expect(settings.pace).toBe(null);
  choose({ pace: "quick" });
  expect(JSON.parse(memory.get("tabbytop.settings")!)).toMatchObject({ pace: "quick" });
  expect((await settingsWith({ pace: "quick" })).settings.pace).toBe("quick");
});

test("pieces move or do not; speeds of earlier versions mean that they do", async () => {
  expect((await settingsWith({ motion: "none" })).pace()).toBe(0);
  expect((await settingsWith({ motion: "fast" })).pace()).toBe(1);
  expect((await settingsWith({ motion: "slow" })).settings.motion).toBe("full");
});
