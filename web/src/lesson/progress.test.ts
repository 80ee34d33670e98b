import { beforeEach, expect, test, vi } from "vitest";
import type { LessonProgress } from "../generated/protocol";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

/** A server that keeps places for a guest, or has none. */
let guest: { lessons: LessonProgress[] } | null = null;
const asked: string[] = [];
vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
  asked.push(`${request.method} ${path}`);
  if (request.method === "GET")
    return new Response(JSON.stringify({ lessons: guest?.lessons ?? [], kept: guest !== null }));
  const [game, lesson] = path.split("/").slice(-2) as [string, string];
  const place = JSON.parse(request.body as string) as Omit<LessonProgress, "game" | "lesson">;
  guest!.lessons = [
    ...guest!.lessons.filter((each) => each.game !== game || each.lesson !== lesson),
    { game, lesson, ...place },
  ];
  return new Response(JSON.stringify(guest!.lessons.at(-1)));
});

beforeEach(() => {
  guest = null;
  asked.length = 0;
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

test("without a guest nothing is sent, and the device remembers", async () => {
  const { remember, shareProgress, progressIn } = await import("./progress.svelte");
  remember("g", "basics", { chapter: 1, step: 0 });
  await shareProgress();
  remember("g", "basics", { chapter: 1, step: 1 });
  expect(asked).toEqual(["GET /api/me/lessons"]);
  expect(progressIn("g", "basics")).toMatchObject({ chapter: 1, step: 1 });
});

test("a guest goes on where another device was, and what was learned here before is sent", async () => {
  const { remember, shareProgress, progressIn } = await import("./progress.svelte");
  remember("g", "more", { chapter: 0, step: 2 });
  guest = { lessons: [{ game: "g", lesson: "basics", chapter: 3, step: 1, reached: 3, done: false }] };
  await shareProgress();
  expect(progressIn("g", "basics")).toEqual({ chapter: 3, step: 1, reached: 3, done: false });
  remember("g", "basics", { chapter: 3, step: 2 });
  await vi.waitFor(() =>
    expect(guest!.lessons.map(({ lesson, chapter, step }) => [lesson, chapter, step])).toEqual([
      ["more", 0, 2],
      ["basics", 3, 2],
    ]),
  );
});

test("what this device could not send is newer than what the server knows", async () => {
  const { finish, remember, shareProgress, progressIn } = await import("./progress.svelte");
  finish("g", "basics", 6);
  remember("g", "basics", { chapter: 1, step: 0 });
  guest = { lessons: [{ game: "g", lesson: "basics", chapter: 4, step: 0, reached: 4, done: false }] };
  await shareProgress();
  expect(progressIn("g", "basics")).toEqual({ chapter: 1, step: 0, reached: 6, done: true });
  await vi.waitFor(() => expect(guest!.lessons[0]).toMatchObject({ chapter: 1, reached: 6, done: true }));
});
