import { describe, expect, it } from "vitest";
import type { Choice } from "../../table/board";
import { PHASE, gapNamed, roofNamed, type Move } from "./reading";
import { cats, catwalks, setOut, table } from "./table.fixture";
import { catsToMove, moveMeant, neighbour, stepOf, targetsOf } from "./targets";

const choice = (move: Move): Choice<Move> => ({ move, label: JSON.stringify(move) });

describe("choices on the board", () => {
  it("lie at dumpsters, gaps and roofs", () => {
    const targets = targetsOf(
      [
        choice({ dive: { dumpster: "catwalk" } }),
        choice({ catwalk: { gap: "CD" } }),
        choice({ shelter: { rooftop: "H" } }),
        choice({ lift: { place: "NO" } }),
        choice({ lift: { place: "B" } }),
      ],
      false,
    );
    expect(targets.map(({ place }) => place)).toEqual([
      { dumpster: 3 },
      { gap: gapNamed("CD") },
      { rooftop: roofNamed("H") },
      { gap: gapNamed("NO") },
      { rooftop: roofNamed("B") },
    ]);
  });

  it("are regular or deluxe catwalks, whichever is in hand", () => {
    const both = [choice({ catwalk: { gap: "CD" } }), choice({ deluxe: { gap: "CD" } })];
    expect(targetsOf(both, false).map(({ choice: { move } }) => move)).toEqual([{ catwalk: { gap: "CD" } }]);
    expect(targetsOf(both, true).map(({ choice: { move } }) => move)).toEqual([{ deluxe: { gap: "CD" } }]);
  });

  it("leave out what is not done on the board", () => {
    expect(
      targetsOf([choice({ done: {} }), choice({ keep: {} }), choice({ bank: { shape: "lying" } })], false),
    ).toEqual([]);
  });

  it("are steps of the cat on the roof that the way leaves", () => {
    const view = table({ cat: cats({ "0 0": "KN", "0 1": "AK" }) });
    const offered = [
      choice({ step: { shape: "sitting", way: "NO" } }),
      choice({ step: { shape: "lying", way: "KJ" } }),
    ];
    expect(catsToMove(view, offered)).toEqual([
      { seat: 0, shape: 0, which: 1 },
      { seat: 0, shape: 1, which: 1 },
    ]);
  });
});

describe("what a click means", () => {
  const cat = { seat: 0, shape: 0, which: 0 };

  it("is a dive at a dumpster", () => {
    expect(moveMeant(table({ phase: PHASE.diving }), { dumpster: 1 }, null)).toEqual({ dive: { dumpster: "home2" } });
  });

  it("is building where something is to be built", () => {
    const view = table({ phase: PHASE.placing });
    expect(moveMeant(view, { gap: gapNamed("AB") }, null)).toEqual({ catwalk: { gap: "AB" } });
    expect(moveMeant(view, { rooftop: 2 }, null)).toEqual({ shelter: { rooftop: "C" } });
  });

  it("is taking up where something is to be moved", () => {
    expect(moveMeant(table({ phase: PHASE.lifting }), { rooftop: 2 }, null)).toEqual({ lift: { place: "C" } });
  });

  it("is a step towards a roof that cannot be reached", () => {
    const view = setOut(table({ cat: cats({ "0 0": "KN" }), catwalk: catwalks({ 0: "NO" }) }));
    expect(moveMeant(view, { rooftop: roofNamed("O") }, cat)).toEqual({ step: { shape: "sitting", way: "KJ" } });
    expect(moveMeant(view, { rooftop: roofNamed("K") }, cat)).toBeNull();
    expect(moveMeant(view, { rooftop: roofNamed("O") }, null)).toBeNull();
  });

  it("is nothing in the settlement and after the end", () => {
    expect(moveMeant(table({ phase: PHASE.settling }), { rooftop: 3 }, cat)).toBeNull();
    expect(moveMeant(table({ phase: PHASE.finished }), { dumpster: 0 }, cat)).toBeNull();
  });
});

describe("a step", () => {
  it("is named by shape and way", () => {
    const way = { id: "KJ", from: 10, to: 9, gap: gapNamed("JK") };
    expect(stepOf({ seat: 2, shape: 1, which: 0 }, way)).toEqual({ step: { shape: "lying", way: "KJ" } });
  });
});

describe("arrow keys", () => {
  const cross = [
    { x: 0, y: -10 },
    { x: 10, y: 0 },
    { x: 0, y: 10 },
    { x: -10, y: 0 },
    { x: 0, y: -20 },
  ];

  it("go to the nearest target that way", () => {
    expect(neighbour(cross, 2, "up")).toBe(0);
    expect(neighbour(cross, 0, "up")).toBe(4);
    expect(neighbour(cross, 3, "right")).toBe(1);
  });

  it("stay where nothing lies that way", () => {
    expect(neighbour(cross, 4, "up")).toBe(4);
  });
});
