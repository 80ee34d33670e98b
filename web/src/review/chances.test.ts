import { expect, test } from "vitest";
import { bandsOf, labelled, percent, played, scaleOf, signed, toldAt, turnAt, worstOf } from "./chances";
import type { Decision, Draw, Turn } from "./document";

function turn(number: number, before: number[], after: number[], more: Partial<Turn> = {}): Turn {
  const nothing = before.map(() => 0);
  const base = { number, seat: 0, begin: 10 * number, end: 10 * number + 10, before, after, error: 0, opening: false };
  return { ...base, luck: nothing, effect: nothing, cost: nothing, decisions: [], draws: [], ...more };
}

const TURNS = [turn(1, [0.5, 0.5], [0.6, 0.4]), turn(2, [0.6, 0.4], [0.2, 0.8]), turn(3, [0.2, 0.8], [0, 1])];

test("the band that is looked at lies at the bottom, and all of them fill the box", () => {
  const [mine, other] = bandsOf(TURNS, 3, 1);
  expect(mine!.seat).toBe(1);
  expect(mine!.path.startsWith("M0 50L33.33 60L66.67 20L100 0L100 100")).toBe(true);
  expect(other!.path.startsWith("M0 0L33.33 0L66.67 0L100 0")).toBe(true);
});

test("while it is reckoned the bands end where the turns do", () => {
  expect(bandsOf(TURNS.slice(0, 1), 4, 0)[0]!.path).toBe("M0 50L25 40L25 100L0 100Z");
  expect(bandsOf([], 4, 0)).toEqual([]);
});

test("bars have one scale, which is never finer than a tenth", () => {
  expect(scaleOf(TURNS)).toBe(0.1);
  expect(scaleOf([turn(1, [1, 0], [1, 0], { luck: [-0.2, 0.2], cost: [0.05, 0] })])).toBe(0.2);
});

test("a moment belongs to the turn that led to it", () => {
  expect(turnAt(TURNS, 20)?.number).toBe(1);
  expect(turnAt(TURNS, 21)?.number).toBe(2);
  expect(turnAt([], 5)).toBeNull();
});

test("before the first turn nothing is told of it", () => {
  expect(turnAt(TURNS, 10)).toBeNull();
  expect(toldAt(TURNS, 0)).toBeNull();
  expect(toldAt(TURNS, 10)).toBeNull();
});

test("in the middle of a turn only what has happened in it is told", () => {
  const decisions = [12, 16].map((ply) => ({ seat: 0, ply, cost: 0.1 }) as Decision);
  const draws = [13, 17].map((ply) => ({ ply, effect: [0.2, -0.2] }) as Draw);
  const whole = turn(1, [0.5, 0.5], [0.7, 0.3], { decisions, draws, luck: [0.4, -0.4], cost: [0.2, 0] });
  expect(toldAt([whole], 12)).toMatchObject({ isOver: false, chances: [0.5, 0.5], luck: [0, 0], cost: [0, 0] });
  expect(toldAt([whole], 12)!.decisions).toEqual([]);
  expect(toldAt([whole], 14)).toMatchObject({ isOver: false, luck: [0.2, -0.2], cost: [0.1, 0] });
  expect(toldAt([whole], 14)!.decisions).toEqual([decisions[0]]);
  expect(toldAt([whole], 20)).toMatchObject({ isOver: true, chances: [0.7, 0.3], luck: [0.4, -0.4], decisions });
});

test("the dearest decision of a turn is the one that is told of", () => {
  const decisions = [0.01, 0.2, 0.1].map((cost, ply) => ({ seat: 0, ply, cost }) as Decision);
  expect(worstOf(turn(1, [1], [1], { decisions }), 0)?.ply).toBe(1);
  expect(worstOf(turn(1, [1], [1], { decisions }), 1)).toBeNull();
});

test("the deal before the first turn is no step", () => {
  expect(played({ turns: [turn(0, [1], [1]), ...TURNS] })).toHaveLength(3);
});

test("shares are read as percent, changes with a sign", () => {
  expect([percent(0.374), signed(0.141), signed(-0.06), signed(0.001)]).toEqual(["37 %", "+14 %", "−6 %", "0 %"]);
});

test("numbers beside bars do not lie over each other: the largest stay", () => {
  const shares = [0.05, 0.2, -0.1, 0.19, 0.03, 0.06];
  expect([...labelled(shares, 0.04, 1)].sort()).toEqual([0, 1, 2, 3, 5]);
  expect([...labelled(shares, 0.04, 3)].sort()).toEqual([1, 2, 5]);
});
