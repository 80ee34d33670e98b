import { describe, expect, test } from "vitest";
import type { Actor, Glyph } from "./board";
import type { Entry } from "./chronicle";
import type { Remark } from "./notices.svelte";
import { linesOf, loudLinesOf, rowsOf } from "./telling";

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

describe("the rows of a turn", () => {
  const remark = (ply: number, text: string): Remark => ({ key: ply, ply, seat: 1, text });
  function rows(lines: [Actor, string][], ...remarks: Remark[]): string[] {
    const made = linesOf(entries(...lines), ({ sentence }) => (/^\d$/.test(sentence) ? ({} as Glyph) : null), isQuiet);
    return rowsOf(made, remarks).map((row) =>
      "remark" in row
        ? `"${row.remark.text}"`
        : row.line.entry.sentence + row.folded.map(({ entry }) => ` < ${entry.sentence}`).join(""),
    );
  }

  test("fold dealing and fights behind the last of their lines", () => {
    expect(
      rows([
        ["luck", "a card"],
        ["luck", "a card"],
        ["luck", "Red starts"],
        [0, "rolls"],
      ]),
    ).toEqual(["Red starts < a card < a card", "rolls"]);
  });

  test("fold rolls behind the last of them, and nothing that people decide", () => {
    expect(
      rows([
        [0, "rolls"],
        ["luck", "3"],
        [0, "re-rolls"],
        ["luck", "5"],
        [0, "keeps"],
        [0, "drives"],
      ]),
    ).toEqual(["re-rolls < rolls", "keeps", "drives"]);
  });

  test("have remarks where they were made, also between lines that would be folded", () => {
    expect(
      rows(
        [
          [0, "drives"],
          ["luck", "a fight"],
          ["luck", "the end of it"],
        ],
        remark(1, "Hello"),
        remark(2, "Ouch"),
        remark(3, "Bye"),
      ),
    ).toEqual(["drives", '"Hello"', "a fight", '"Ouch"', "the end of it", '"Bye"']);
  });
});
