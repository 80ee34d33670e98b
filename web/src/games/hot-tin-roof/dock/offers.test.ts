import { describe, expect, it } from "vitest";
import type { Choice } from "../../../table/board";
import { billInWords } from "../explain";
import { PHASE, type Move } from "../reading";
import { planToMeet, tollsOf } from "../routes";
import { cats, catwalks, setOut, shelters, table } from "../table.fixture";
import { catOf, divesOf, joinablePairs, settlementOf } from "./offers";

const offered = (...moves: Move[]): Choice<Move>[] => moves.map((move) => ({ move, label: JSON.stringify(move) }));
const seats = ["Socks", "Pepper", "Domino", "Clover"].map((name, seat) => ({
  seat,
  name,
  kind: "bot" as const,
  level: null,
  connected: true,
}));

describe("dumpsters", () => {
  it("are told most cans first, and only those that can be emptied", () => {
    const view = table({ phase: PHASE.diving, dumpster: [1, 2, 5, 3, 4] });
    const dives = (["home1", "home3", "catwalk", "shelter"] as const).map((dumpster) => ({ dive: { dumpster } }));
    const told = divesOf(view, offered(...dives, { break_fish: {} }));
    expect(told.map(({ cans }) => cans)).toEqual([5, 4, 3, 1]);
    expect(told.map(({ kind }) => kind)).toEqual(["home", "shelter", "catwalk", "home"]);
    expect(told[0]!.homes).toHaveLength(2);
    expect(told[1]!.homes).toEqual([]);
  });
});

describe("pairs that walk", () => {
  it("are those that can be brought together and paid for", () => {
    const view = setOut(table({ cat: cats({ "0 0": "AB", "0 1": "NO" }), catwalk: catwalks({ 1: "AB", 2: "NO" }) }));
    const steps = offered({ step: { shape: "sitting", way: "AB" } }, { step: { shape: "lying", way: "NO" } });
    expect(joinablePairs(view, steps).map(({ shape, plan }) => [shape, plan.cost])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    const poor = { ...view, cans: [0, 0, 0, 0] };
    expect(joinablePairs(poor, steps)).toEqual([]);
  });
});

describe("the settlement", () => {
  const view = table({ phase: PHASE.settling, trigger: 1, cat: cats({ "0 1": "AC" }), cans: [7, 0, 0, 0] });

  it("is told pair by pair, with what can be done for each", () => {
    const [sitting, lying] = settlementOf(view, offered({ bank: { shape: "lying" } }, { join: { shape: "lying" } }));
    expect(sitting).toMatchObject({ isHome: true, cheapest: null, own: null, bank: null });
    expect(lying).toMatchObject({ isHome: false, cheapest: null });
    expect(lying!.own!.move).toEqual({ join: { shape: "lying" } });
    expect(lying!.bank!.move).toEqual({ bank: { shape: "lying" } });
  });

  it("takes no more than there is", () => {
    expect(settlementOf(view, [])[1]!.due).toBe(7);
    expect(settlementOf({ ...view, fish: [1, 0, 0, 0] }, [])[1]!.due).toBe(15);
  });
});

describe("the bill", () => {
  it("names whom one pays, and for what", () => {
    const view = setOut(
      table({ cat: cats({ "0 0": "AC" }), catwalk: catwalks({ 0: "AB", 1: "BC" }), shelter: shelters({ 3: "B" }) }),
    );
    const plan = planToMeet(view, catOf(view, 0))!;
    const lines = billInWords(seats, tollsOf(view, plan.walks, plan.meets));
    expect(lines.map(({ text, cans }) => `${text}: ${cans}`)).toEqual([
      "Pepper, catwalk to the Bakers: 1",
      "Clover, shelter at the Bakers: 2",
    ]);
    expect(lines.reduce((sum, { cans }) => sum + cans, 0)).toBe(plan.cost);
  });
});
