import { expect, test } from "vitest";
import type { Actor, Step } from "./board";
import { recapOf, stressed, unstressed } from "./recap";
import type { AnyTrail } from "./trails";

function trail(...told: [actor: Actor, sentence: string][]): AnyTrail {
  const steps = told.map(([actor, sentence], ply) => ({
    seq: ply,
    ply,
    passed: 0,
    actor,
    move: {},
    sentence,
    before: {},
    after: {},
  }));
  return { seat: 1, number: 1, steps, isOver: true };
}

/** Names are those of the rules here, and Blue is the one who acts. */
const parts = (sentence: string) =>
  sentence.startsWith("Blue")
    ? [
        { text: "Blue", seat: 1 },
        { text: sentence.slice(4), seat: null },
      ]
    : [{ text: sentence, seat: null }];
const isQuiet = (step: Step<unknown>) => step.sentence.includes("marks");

test("without words of the game's own the sentences stand for the turn, and dice show what they rolled", () => {
  const told = recapOf(
    trail(
      [1, "Blue rolls 2 dice."],
      ["luck", "Blue's white die 1 shows 4."],
      ["luck", "Blue's white die 2 shows 6."],
      [1, "Blue marks white die 1."],
      [1, "Blue drives 2 spaces up."],
      ["house", ""],
    ),
    parts,
    isQuiet,
  );
  expect(told.steps).toEqual(["rolls 2 dice: 4 and 6", "drives 2 spaces up"]);
  expect(told.line).toBe("Rolls 2 dice: 4 and 6. Drives 2 spaces up.");
});

test("of many things the last four are told", () => {
  const { steps } = recapOf(
    trail(...[1, 2, 3, 4, 5].map((n): [Actor, string] => [1, `Blue does ${n}.`])),
    parts,
    isQuiet,
  );
  expect(steps).toEqual(["does 2", "does 3", "does 4", "does 5"]);
});

test("what matters most stands between asterisks", () => {
  expect(stressed("Joined two cats: *a fish*.")).toEqual([
    { text: "Joined two cats: ", strong: false },
    { text: "a fish", strong: true },
    { text: ".", strong: false },
  ]);
  expect(unstressed("Joined two cats: *a fish*.")).toBe("Joined two cats: a fish.");
});
