import { describe, expect, test } from "vitest";
import type { Actor, Glyph } from "./board";
import type { Entry } from "./chronicle";
import { linesOf, loudLinesOf } from "./telling";

function entries(...told: [Actor, string][]): Entry[] {
  return told.map(([actor, sentence], ply) => ({ seq: 0, ply, passed: 0, actor, move: {}, sentence, odds: null }));
}

const isQuiet = ({ sentence }: Entry) => sentence.startsWith("marks");
const glyphOf = ({ actor }: Entry) => (actor === "luck" ? ({} as Glyph) : null);

function told(...lines: [Actor, string][]): string[] {
  return linesOf(entries(...lines), glyphOf, isQuiet).map(
    ({ entry, luck, isQuiet }) => entry.sentence + "*".repeat(luck.length) + (isQuiet ? " (quiet)" : ""),
  );
}

describe("a turn in the log", () => {
  test("lets pictures of luck stand in the line that led to it", () => {
    expect(told([0, "rolls"], ["luck", "3"], ["luck", "5"], [0, "stops"])).toEqual(["rolls**", "stops"]);
  });

  test("tells quiet steps while nothing has come of them", () => {
    expect(told([0, "rolls"], [0, "marks a"], [0, "marks b"])).toEqual(["rolls", "marks a (quiet)", "marks b (quiet)"]);
  });

  test("lets go of quiet steps when the step they prepare tells it all", () => {
    expect(told([0, "rolls"], [0, "marks a"], [0, "marks b"], [0, "re-rolls"], ["luck", "1"])).toEqual([
      "rolls",
      "re-rolls*",
    ]);
  });

  test("has no line for a step without words", () => {
    expect(told([0, "rolls"], ["house", ""])).toEqual(["rolls"]);
  });
});

test("a race is told without its quiet steps", () => {
  const lines = entries([0, "marks a"], [1, "calls"], ["clock", ""], [1, "marks b"], [0, "answers"]);
  expect(loudLinesOf(lines, isQuiet).map(({ entry }) => entry.sentence)).toEqual(["calls", "answers"]);
});
