import { expect, it } from "vitest";
import { PHASE } from "./reading";
import { table } from "./table.fixture";
import { diceLines, fightLines, gatesInWords, passengerInWords, squaresOf, turnInWords } from "./telling";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);

it("the city is told with its squares, gates and passengers", () => {
  const view = table({ passenger: at(2, 3), picked_up: 2, lost: 1 });
  expect(squaresOf(view, "nibbles")).toEqual([
    "(5, 2)",
    "(2, 3), not while the passenger waits there",
    "(5, 6)",
    "(2, 7)",
  ]);
  expect(gatesInWords(view)).toBe(
    "Cabs come in at (1, 1). The exit is at (6, 8) and is open. Leaving scores 10, 5 and 3, in this order.",
  );
  expect(gatesInWords(table({ seats: 2, departure: [1, 0, 0] }))).toContain(
    "closed until the first passenger is picked up. Leaving scores 5",
  );
  expect(passengerInWords(view)).toBe(
    "A passenger waits at (2, 3); 2 of 4 have been picked up, of whom 1 was lost again.",
  );
  expect(passengerInWords(table())).toBe("No passenger waits; 0 of 4 have been picked up.");
  expect(passengerInWords(table({ picked_up: 1 }))).toBe("No passenger waits; 1 of 4 has been picked up.");
});

it("the dice are told one by one, with what they come to", () => {
  const view = table({
    phase: PHASE.rerolling,
    pool: 0b100000011,
    face: [6, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0],
    marked: 2,
    curses: [1, 0, 0],
  });
  expect(diceLines(view)).toEqual([
    "white 1: 6, 2 spaces",
    "white 2: 1, curse, marked for the re-roll",
    "red D8: 3, item",
  ]);
  expect(turnInWords(view)).toBe("Stopping now means: drive 2 − 1 = 1 space with 1 item roll.");
  expect(diceLines({ ...view, rolling: 1 })[0]).toBe("white 1: rolling");
});

it("a turn is told by what is left of it", () => {
  expect(turnInWords(table({ twos: 1, ones: 1 }))).toBe("Left to drive: 2 spaces and 1 space.");
  expect(turnInWords(table({ phase: PHASE.items, twos: 1 }))).toBe("Left to drive: 2 spaces, before curses.");
  expect(turnInWords(table({ phase: PHASE.boosting, boost: 4 }))).toBe(
    "A speed boost of up to 4 spaces in one direction.",
  );
  expect(turnInWords(table({ phase: PHASE.pothole, back_seat: 0, back_spaces: 2 }))).toBe("2 spaces back.");
  expect(turnInWords(table({ phase: PHASE.sabotaging, to_place: 1 }))).toBe("1 curse to hand out.");
  expect(turnInWords(table({ phase: PHASE.roll_turn }))).toBe("");
});

it("a fight is told by who rolled what", () => {
  const view = table({ phase: PHASE.fight_dice, fighters: 3, duellist: 1, fight_die: 4, fight_total: [9, 0, 0] });
  expect(fightLines(view, (seat) => ["Mina", "Socks"][seat]!)).toEqual(["Mina: 9", "Socks: a 4 so far"]);
  expect(fightLines(table(), String)).toEqual([]);
});
