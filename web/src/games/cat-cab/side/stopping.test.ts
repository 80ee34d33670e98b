import { describe, expect, it } from "vitest";
import { PHASE, START } from "../reading";
import { table } from "../table.fixture";
import { driveInWords, extrasInWords, inReach, reachNow } from "./stopping";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);
/** Five white dice lie; the cab stands on (3, 3). */
const rolled = (face: number[], curses = 0) =>
  table({
    phase: PHASE.rerolling,
    place: [at(3, 3), START, START],
    pool: 0b11111,
    face: [...face, 0, 0, 0, 0, 0, 0],
    curses: [curses, 0, 0],
    passenger: at(3, 5),
  });

describe("stopping now", () => {
  it("tells the drive as a sum only where curses cost something", () => {
    expect(driveInWords(rolled([6, 4, 3, 2, 2]))).toBe("drive 3 spaces");
    expect(driveInWords(rolled([6, 4, 3, 2, 1], 2))).toBe("drive 3 − 2 = 1 space");
    expect(driveInWords(rolled([4, 3, 3, 2, 1], 2))).toBe("1 space back");
    expect(driveInWords(rolled([4, 3, 3, 2, 1], 1))).toBe("no space to drive");
    expect(driveInWords(rolled([6, 6, 4, 2, 1], 1), [1, 4])).toBe("drive 3 − 1 = 2 spaces");
  });

  it("tells what comes with it", () => {
    expect(extrasInWords(rolled([3, 3, 3, 2, 6]))).toBe("with 2 item rolls and 1 curse for a rival");
    expect(extrasInWords(rolled([6, 6, 4, 4, 5]))).toBe("");
  });

  it("names what is in reach with the dice that stay", () => {
    const view = rolled([4, 4, 2, 2, 6]);
    expect(inReach(view, reachNow(view, [4]))).toBe("In reach: the passenger and Paw patrol.");
    expect(reachNow(view, [0, 1, 4])).toEqual(new Set([at(3, 3)]));
    expect(inReach(view, new Set([at(1, 1)]))).toBe("Only plain crossings are in reach.");
    expect(inReach(view, new Set())).toBe("");
  });

  it("is no question while somebody drives", () => {
    expect(reachNow(table({ place: [at(3, 3), START, START], twos: 2 }), []).size).toBe(0);
  });
});
