import { describe, expect, test } from "vitest";
import type { Weighed } from "../generated/protocol";
import { readingOf } from "./advising";

function weighed(label: string, win_chance: number | null, changes: Partial<Weighed> = {}): Weighed {
  return {
    move: { [label]: {} },
    label,
    win_chance,
    share: 0.5,
    error: 0.005,
    equal: false,
    reason: "Why.",
    ...changes,
  };
}

describe("advice as it is read", () => {
  test("the best three are numbered, with their chances", () => {
    const told = readingOf([
      weighed("a", 0.31, { equal: true }),
      weighed("b", 0.27),
      weighed("c", 0.2),
      weighed("d", 0.1),
    ]);
    expect(told.kind).toBe("sorted");
    expect(told.title).toBe("Top cat would play");
    expect(told.lines.map(({ mark, chance, choice }) => [mark, choice.label, chance])).toEqual([
      ["1", "a", "31 %"],
      ["2", "b", "27 %"],
      ["3", "c", "20 %"],
    ]);
    expect(told.foot).toBe("Chance to win.");
  });

  test("equal ones are said to be equal", () => {
    const first = weighed("a", 0.31, { equal: true });
    expect(readingOf([first, weighed("b", 0.3, { equal: true }), weighed("c", 0.1)]).foot).toBe(
      "Chance to win. 1 and 2 are equally good: play what you like.",
    );
    expect(readingOf([first, weighed("b", 0.27), weighed("c", 0.26)]).foot).toBe(
      "Chance to win. 2 and 3 are equally good.",
    );
    const four = [first, weighed("b", 0.31, { equal: true }), weighed("c", 0.3, { equal: true }), weighed("d", 0.1)];
    expect(readingOf(four).foot).toBe("Chance to win. 1, 2 and 3 are equally good: play what you like.");
  });

  test("where all are the same it says so, by how much they differ", () => {
    const told = readingOf([weighed("a", 0.24, { equal: true }), weighed("b", 0.23, { equal: true })]);
    expect([told.kind, told.title, told.lines[1]!.mark]).toEqual(["same", "Play what you like", "="]);
    expect(told.foot).toBe("No move is better than another by more than 2 %.");
    const rough = readingOf([weighed("a", 0.24, { equal: true }), weighed("b", 0.2, { equal: true, error: 0.05 })]);
    expect(rough.foot).toBe("The differences are too small to tell one move from another.");
  });

  test("where there is one way only it says so", () => {
    const told = readingOf([weighed("End the turn", 0.4, { equal: true })]);
    expect([told.kind, told.title, told.foot]).toEqual(["one", "There is only one move", ""]);
  });

  test("a move that was not looked at has no chance", () => {
    expect(readingOf([weighed("a", 0.5, { equal: true }), weighed("b", null)]).lines[1]!.chance).toBe("");
  });
});
