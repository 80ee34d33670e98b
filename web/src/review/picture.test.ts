import { expect, test } from "vitest";
import { Chronicle } from "../table/chronicle";
import { pictureOf } from "./picture";

const line = (ply: number, actor: number | "luck" | null) => ({
  ply,
  actor,
  move: actor === null ? null : {},
  sentence: "",
  changes: { at: ply },
  odds: null,
});
const ACTORS = ["luck", 0, "luck", null, null, 1, "luck"] as const;
const GAME = Chronicle.of({ seat: null, start: { at: -1 }, lines: ACTORS.map((actor, ply) => line(ply, actor)) });

test("a picture shows what came of a move, and what players did until then", () => {
  const { view, steps } = pictureOf(GAME, 1)!;
  expect(view).toEqual({ at: 1 });
  expect(steps.map(({ ply }) => ply)).toEqual([1]);
  expect(pictureOf(GAME, 6)!.steps.map(({ ply }) => ply)).toEqual([5, 1]);
});

test("what was planned in private is pictured when it was shown", () => {
  const { view, steps } = pictureOf(GAME, 3)!;
  expect(view).toEqual({ at: 5 });
  expect(steps[0]!.ply).toBe(5);
});

test("without the log there is no picture", () => {
  expect(pictureOf(new Chronicle(), 3)).toBeNull();
});
