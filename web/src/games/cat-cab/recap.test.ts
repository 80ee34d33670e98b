import { expect, test } from "vitest";
import type { Step } from "../../table/board";
import { READER, turn } from "../boards/trail/trail.fixture";
import { PHASE, type Move } from "./reading";
import { decides, recap } from "./recap";
import { table } from "./table.fixture";

const ON = { order: [1, 2, 0], turn: 0 };

test("the dice that were kept, the way, and the curses for you", () => {
  const rolled = table({
    ...ON,
    face: [4, 6, 2, 0, 0, 0, 0, 0, 0, 0, 0],
    pool: 0b111,
    phase: PHASE.rerolling,
    place: [0, 1, 2],
  });
  const driving = { ...rolled, phase: PHASE.driving, curses: [0, 0, 0] };
  const driven = { ...driving, place: [0, 7, 2] };
  const cursed = { ...driven, curses: [2, 0, 0] };
  const told = recap(
    turn(
      rolled,
      [{ stop: {} }, driving],
      [{ move: { spaces: 1, direction: "up" } }, driven],
      [{ sabotage: { seat: 0 } }, cursed],
    ),
    READER,
  );
  expect(told.steps).toEqual(["keeps 4, 6 and 2", "drives 1 space to *(2, 2)*", "puts 2 curses on *you*"]);
  expect(told.line).toBe("Drove 1 space to (2, 2), put 2 curses on *you*.");
});

test("a passenger, a new one, and the open exit", () => {
  const before = table({ ...ON, passenger: 4, picked_up: 0 });
  const after = { ...before, held: [0, 1, 0], picked_up: 1, passenger: 41 };
  const told = recap(turn(before, [{ collect: {} }, after]), READER);
  expect(told.line).toBe("*Picked up* a passenger.");
  expect(told.means).toBe("The exit is open. A passenger waits at (6, 7).");
});

test("curses take no more spaces than there are", () => {
  const before = table({ ...ON, curses: [0, 4, 0], ones: 1, twos: 1 });
  const told = recap(turn(before, [{ cancel: { keeping_twos: 0 } }, { ...before, ones: 0, twos: 0 }]), READER);
  expect(told.line).toBe("Lost 3 spaces to curses.");
});

test("somebody who loses a cat fight goes back", () => {
  const before = table({ ...ON, phase: PHASE.fight_back, back_seat: 0, place: [7, 7, 2] });
  const told = recap(turn(before, [{ back: { to: "1,1" } }, { ...before, place: [0, 7, 2] }]), READER);
  expect(told.line).toBe("Won a cat fight and sent *you* back to (1, 1).");
});

test("dice leave the others' trails on the map, driving takes them off", () => {
  const step = (move: Move | null) => ({ move }) as Step<Move>;
  expect([{ roll: {} }, { stop: {} }, null].map((move) => decides(step(move)))).toEqual([false, false, false]);
  expect(decides(step({ move: { spaces: 1, direction: "up" } }))).toBe(true);
});
