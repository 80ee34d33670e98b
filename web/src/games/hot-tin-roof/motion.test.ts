import { describe, expect, it } from "vitest";
import type { Step } from "../../table/board";
import { WIDE } from "./geometry";
import { TIME, arrivalsBetween, duration, outingOf } from "./motion";
import { PHASE, type Move, type View } from "./reading";
import { flightsBetween } from "./roofs/effects";
import { cats, catwalks, setOut, shelters, table } from "./table.fixture";

function time(move: Move, before: View, after: View = before): number {
  const step: Step<Move> = { seq: 1, ply: 1, passed: 0, actor: 0, move, sentence: "" };
  return duration(step, before, after);
}

const view = setOut(
  table({
    cat: cats({ "0 0": "KO" }),
    catwalk: catwalks({ 0: "NO", 1: "JK", 2: "JO" }),
    shelter: shelters({ 3: "J" }),
  }),
);
const stepTo = (way: "KJ" | "OJ" | "ON"): Move => ({ step: { shape: "sitting", way } });

describe("a step takes", () => {
  it("longer when the pair meets", () => {
    const near = setOut(table({ cat: cats({ "0 0": "JO" }), catwalk: catwalks({ 0: "JO" }) }));
    expect(time(stepTo("KJ"), view)).toBe(TIME.step);
    expect(time(stepTo("OJ"), near)).toBe(TIME.step + TIME.meet);
  });

  it("as long as the longer walk when a pair is joined at once", () => {
    const move: Move = { join_cheapest: { shape: "sitting" } };
    expect(outingOf(view, move)!.walks.map(({ ways }) => ways.length)).toEqual([2]);
    expect(time(move, view)).toBe(2 * TIME.hurried + TIME.meet);
  });

  it("longer for a full dumpster, up to what is shown", () => {
    const dive: Move = { dive: { dumpster: "home1" } };
    expect(time(dive, table({ dumpster: [2, 0, 0, 0, 0] }))).toBeLessThan(
      time(dive, table({ dumpster: [9, 0, 0, 0, 0] })),
    );
    expect(time(dive, table({ dumpster: [9, 0, 0, 0, 0] }))).toBe(time(dive, table({ dumpster: [99, 0, 0, 0, 0] })));
  });

  it("longer when the game ends with it", () => {
    const after = table({ phase: PHASE.finished });
    expect(time({ done: {} }, view, after) - time({ done: {} }, view)).toBe(TIME.finish);
  });
});

describe("in a step", () => {
  it("tolls fly from where they are due to their owners", () => {
    const flights = flightsBetween(WIDE, view, view, stepTo("KJ"));
    expect(flights.map(({ piece, to }) => [piece, to])).toEqual([
      ["can", { seat: 1 }],
      ["can", { seat: 3 }],
      ["can", { seat: 3 }],
    ]);
  });

  it("a fish flies to whoever has brought a pair together, and not in the settlement", () => {
    const near = setOut(table({ cat: cats({ "0 0": "JO" }), catwalk: catwalks({ 0: "JO" }) }));
    const fish = (before: View) =>
      flightsBetween(WIDE, before, before, stepTo("OJ")).filter(({ piece }) => piece === "fish");
    expect(fish(near)).toHaveLength(1);
    expect(fish({ ...near, phase: PHASE.joining, trigger: 2 })).toHaveLength(0);
  });

  it("an ante flies onto every dumpster, and a broken fish to the stock", () => {
    const after = table({ broken: 1 });
    expect(
      flightsBetween(WIDE, table(), after, { ante: {} })
        .map(({ piece }) => piece)
        .sort(),
    ).toEqual([...Array(5).fill("can"), "fish"]);
  });

  it("cats arrive that were in reserve", () => {
    const after = table({ cat: cats({ "0 1": "AD" }) });
    expect(arrivalsBetween(table(), after)).toEqual([
      { seat: 0, shape: 1, which: 0 },
      { seat: 0, shape: 1, which: 1 },
    ]);
  });
});
