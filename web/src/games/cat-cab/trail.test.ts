import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../table/board";
import { centre } from "./geometry";
import { PHASE, START, type Move, type View } from "./reading";
import { table } from "./table.fixture";
import { changesOf, drivesOf, type CabTrail } from "./trail";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);
const seats = ["Mina", "Socks", "Pepper"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

/** The turn of seat 1: each move with what the table is like after it. */
function turn(start: View, ...moves: [Move, Partial<View>][]): CabTrail {
  let before = start;
  const steps = moves.map(([move, fields], index) => {
    const after = { ...before, ...fields };
    const step = { seq: index, ply: index, passed: 0, actor: 1, move, sentence: "", before, after };
    before = after;
    return step;
  });
  return { seat: 1, number: 1, steps, isOver: true };
}

const driving = table({ turn: 1, place: [at(1, 1), at(2, 2), START], twos: 1, ones: 1, passenger: at(3, 4) });

describe("a rival's turn on the map", () => {
  const trail = turn(
    driving,
    [{ move: { spaces: 2, direction: "up" } }, { place: [at(1, 1), at(2, 4), START], twos: 0 }],
    [
      { move: { spaces: 1, direction: "right" } },
      { place: [at(1, 1), at(3, 4), START], ones: 0, phase: PHASE.collecting },
    ],
    [{ collect: {} }, { held: [0, 1, 0], passenger: -1, picked_up: 1 }],
    [{ sabotage: { seat: 0 } }, { curses: [2, 0, 0] }],
  );

  it("leads from where the cab stood, through all crossings, in one way", () => {
    const [drive, ...others] = drivesOf(trail);
    expect(others).toEqual([]);
    expect(drive).toMatchObject({ seat: 1, way: [at(2, 2), at(2, 3), at(2, 4), at(3, 4)].map(centre) });
    expect(drive!.from.y).toBeCloseTo(centre(at(2, 2)).y, -1);
  });

  it("says beside each cab what it won or was given, to whoever reads", () => {
    expect(changesOf(trail, { seats, viewer: 0 })).toEqual([
      { seat: 1, text: "fare +5", own: false },
      { seat: 0, text: "you: +2 curses", own: true },
    ]);
    expect(changesOf(trail, { seats, viewer: 2 })[1]).toEqual({ seat: 0, text: "+2 curses", own: false });
  });

  it("tells of dice that were taken, and fights with those who were pushed", () => {
    const taken = turn({ ...driving, holder: [0, -1, -1, -1, -1, -1] }, [
      { take_die: { die: "red D6" } },
      { holder: [1, -1, -1, -1, -1, -1] },
    ]);
    expect(changesOf(taken, { seats, viewer: 0 })).toEqual([{ seat: 1, text: "took your red D6", own: true }]);
    const fight = turn(
      { ...driving, phase: PHASE.fight_dice, place: [at(3, 4), at(3, 4), START], fighters: 3, duellist: 1 },
      [{ die: { shows: 4 } }, { phase: PHASE.fight_back, fighters: 0, back_seat: 0 }],
      [{ back: { to: "3,2" } }, { place: [at(3, 2), at(3, 4), START], back_seat: -1 }],
    );
    expect(changesOf(fight, { seats, viewer: 2 })).toEqual([{ seat: 1, text: "won the fight", own: false }]);
    expect(drivesOf(fight)).toMatchObject([{ seat: 0 }]);
  });
});
