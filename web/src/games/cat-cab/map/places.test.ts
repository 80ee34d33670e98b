import { expect, test } from "vitest";
import type { Choice } from "../../../table/board";
import { PHASE, type Move } from "../reading";
import { table } from "../table.fixture";
import { targetsOf } from "../targets";
import { placesOf } from "./places";

const SQUARE = 14;
const choice = (move: unknown): Choice<Move> => ({ move: move as Move, label: JSON.stringify(move) });

function heading(phase: number, ...moves: unknown[]): string {
  const view = table({ phase, ones: 1 });
  const choices = moves.map(choice);
  return placesOf({
    ...{ view, seats: [], viewer: 0, choices, reach: null },
    targets: targetsOf(view, choices),
  }).heading(SQUARE);
}

test("a place says what is to be done before anything is chosen on the map", () => {
  expect(heading(PHASE.roll_turn, { roll: {} })).toBe("Not yet: roll the dice first.");
  expect(heading(PHASE.rerolling, { mark: { die: "white 1" } }, { stop: {} })).toBe(
    "Not yet: first re-roll dice, or stop.",
  );
  expect(heading(PHASE.items, { roll_item: {} }, { skip_items: {} })).toBe("Not yet: first roll for an item, or skip.");
  expect(heading(PHASE.driving, { move: { spaces: 1, direction: "down" } })).toMatch(/^Not in reach/);
});

test("a place says nothing of that to whoever is not on turn", () => expect(heading(PHASE.roll_turn)).toBe(""));
