import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../table/board";
import { captionOf } from "./captions";
import { explain, foresee, overview, refusalAt, stepRefused } from "./explain";
import { PHASE, START, isOutOfPlay, isQuiet } from "./reading";
import { table } from "./table.fixture";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);
const seats = ["Mina", "Socks", "Jonas"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

describe("a square is explained", () => {
  it("to whoever looks at it", () => {
    const view = table({ place: [at(3, 3), START, START], curses: [1, 2, 0] });
    expect(explain(view, seats, at(3, 3), 0)).toBe("(3, 3). Your cab with 1 curse.");
    expect(explain(view, seats, at(3, 3), 1)).toBe("(3, 3). Mina's cab with 1 curse.");
    expect(overview(view, seats, 1)).toContain("Mina is at (3, 3). You are in the start area.");
  });

  it("as out of play only where a passenger has waited at a table that keeps it so", () => {
    const quiet = table({ quiet_squares_stay_quiet: 1, quiet: [0, 1, 0, 0, 0, 0, 0, 0] });
    expect([isOutOfPlay(quiet, at(5, 2)), isOutOfPlay(quiet, at(2, 3)), isOutOfPlay(quiet, at(1, 1))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(explain(quiet, seats, at(2, 3), 0)).toContain("does nothing else any more");
    expect(isQuiet(table({ passenger: at(5, 2) }), at(5, 2))).toBe(true);
  });

  it("that cannot be chosen says why not", () => {
    const view = table({ place: [at(3, 3), START, START], twos: 1, ones: 1, curses: [2, 0, 0] });
    expect(refusalAt(view, at(4, 5))).toBe("In reach with more than one die: one after the other.");
    expect(refusalAt(view, at(6, 6))).toBe("Not in reach with 3 spaces.");
    expect(refusalAt(view, at(3, 3))).toBe("Your cab has to drive on.");
    expect(refusalAt({ ...view, phase: PHASE.pothole }, at(6, 6))).toBe("Not on the shortest way back.");
    expect(refusalAt({ ...view, phase: PHASE.sabotaging }, at(6, 6))).toBe("Curses go to a rival's cab.");
  });

  it("that one die alone does not lead to says so, with its clause", () => {
    const view = table({ place: [at(3, 3), START, START], ones: 2 });
    expect(stepRefused(view, at(3, 3))).toEqual(["Your cab has to drive on.", "CAB-75"]);
    expect(stepRefused(view, at(4, 4))).toEqual(["One die at a time: to a marked crossing.", "CAB-72"]);
    expect(stepRefused({ ...view, phase: PHASE.boosting }, at(4, 4))).toEqual([
      "The boost goes to the end of its spaces or of the street.",
      "CAB-95",
    ]);
  });

  it("with what is left to drive", () => {
    const move = { move: { spaces: 1, direction: "up" } } as const;
    expect(foresee(table({ ones: 2 }), move)).toBe("After that 1 more die to drive.");
    expect(foresee(table({ ones: 2, twos: 1 }), move)).toBe("After that 2 more dice to drive.");
  });
});

it("a rival who was pushed onto the passenger says so", () => {
  const before = table({ phase: PHASE.collecting, place: [at(1, 1), at(2, 2), START], passenger: at(2, 2) });
  const after = { ...before, passenger: -1, held: [0, 1, 0], picked_up: 1 };
  expect(captionOf(before, after, { collect: {} })).toMatchObject({ seat: 1, place: at(2, 2) });
});
