import { beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../api";
import { Review } from "./review.svelte";
import type { Session } from "./session.svelte";

/** What was asked and waits for an answer, and all that was asked. */
const wire = vi.hoisted(() => ({
  waiting: [] as { resolve: (answer: unknown) => void; reject: (problem: unknown) => void }[],
  asked: [] as string[],
}));

vi.mock("../guests", () => ({ beSomebody: async () => {} }));
vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  get: (path: string) => {
    wire.asked.push(path);
    return new Promise((resolve, reject) => wire.waiting.push({ resolve, reject }));
  },
}));
vi.mock("./session.svelte", () => ({}));

const MOMENT = { ply: 0, seat: 0, choices: [{ move: { roll: {} }, label: "Roll", win_chance: 0.5, share: 1 }] };

function reviewOf(decisions: number): Review {
  const entries = Array.from({ length: decisions }, (_, ply) => ({ ply, actor: 0, move: { roll: {} }, sentence: "" }));
  const session = { chronicle: { entries }, you: { seats: [0] }, drawing: null, path: (what: string) => what };
  return new Review(session as unknown as Session);
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

async function answer(with_: unknown = MOMENT): Promise<void> {
  await settled();
  const asked = wire.waiting.shift()!;
  if (with_ instanceof Error) asked.reject(with_);
  else asked.resolve(with_);
  await settled();
}

beforeEach(() => {
  wire.waiting = [];
  wire.asked = [];
});

test("a review asks for one moment at a time until all are weighed", async () => {
  const review = reviewOf(3);
  review.goOn();
  await settled();
  expect(wire.asked).toEqual(["moments/0/weighed"]);
  for (const _ of [0, 1, 2]) await answer();
  expect(wire.asked).toEqual([0, 1, 2].map((ply) => `moments/${ply}/weighed`));
  expect([review.done, review.points.length, review.isCounting]).toEqual([3, 3, false]);
});

test("the moment that is looked at comes next, and is not asked for twice", async () => {
  const review = reviewOf(3);
  review.goOn();
  await settled();
  review.look(2);
  await answer();
  await answer();
  expect(wire.asked.slice(0, 2)).toEqual(["moments/0/weighed", "moments/2/weighed"]);
  await answer();
  expect(wire.asked).toHaveLength(3);
});

test("a stopped review asks no more, keeps what it has, and goes on from there", async () => {
  const review = reviewOf(3);
  review.goOn();
  await settled();
  review.stop();
  await answer();
  expect([wire.asked.length, review.done]).toEqual([1, 1]);
  review.goOn();
  await settled();
  expect(wire.asked.at(-1)).toBe("moments/1/weighed");
});

test("a moment at which nobody decided is left out without a word", async () => {
  const review = reviewOf(2);
  review.goOn();
  await answer(new Refused(404, "no_moment", "Nobody had to decide anything at that moment."));
  await answer();
  expect([review.done, review.points.length, review.trouble]).toEqual([2, 1, ""]);
});

test("a bot that has no time for it ends the asking with its words, until one asks again", async () => {
  const review = reviewOf(2);
  review.goOn();
  await answer(new Refused(503, "no_hint", "This moment was not weighed: all are busy."));
  expect([review.trouble, review.isCounting]).toEqual(["This moment was not weighed: all are busy.", false]);
  review.look(1);
  await settled();
  expect(wire.asked).toHaveLength(1);
  review.goOn();
  await settled();
  expect([wire.asked.length, review.trouble]).toEqual([2, ""]);
});
