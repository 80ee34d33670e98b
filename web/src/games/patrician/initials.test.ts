import { expect, test } from "vitest";
import type { Choice } from "../../table/board";
import { initialOf } from "./initials";
import type { Move } from "./reading";
import { plan, table } from "./table.fixture";

const offered = (...moves: unknown[]): Choice<Move>[] =>
  moves.map((move, at) => ({ move: move as Move, label: `${at}` }));

test("the initial of a city plays its card", () => {
  const choices = offered({ play: { card: "ROM5" } }, { play: { card: "FIR1" } });
  expect(initialOf(table(), choices, "r", null)).toEqual({ choice: choices[0], isOnly: true });
  expect(initialOf(table(), choices, "m", null)).toBeNull();
});

test("several things with one initial are gone through", () => {
  const choices = offered({ take: { city: "parma" } }, { take: { city: "siena" } }, { take: { city: "pistoia" } });
  const first = initialOf(table(), choices, "P", null);
  expect(first).toEqual({ choice: choices[0], isOnly: false });
  expect(initialOf(table(), choices, "P", choices[0]!.move)?.choice).toBe(choices[2]);
  expect(initialOf(table(), choices, "P", choices[2]!.move)?.choice).toBe(choices[0]);
});

test("sites of the city that is built in have no initials", () => {
  expect(initialOf(plan(table(), "FIR1"), offered({ floor: { site: 1 } }), "F", null)).toBeNull();
});
