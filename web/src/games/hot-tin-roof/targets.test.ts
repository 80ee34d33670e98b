import { describe, expect, it } from "vitest";
import type { Choice } from "../../table/board";
import { SHORT, TALL, WIDE } from "./geometry";
import { GAPS, PHASE, ROOFTOPS, gapNamed, roofNamed, type Move } from "./reading";
import { cats, catwalks, setOut, table } from "./table.fixture";
import { neighbour } from "../boards/rows";
import { catsToMove, moveMeant, pointOf, stepOf, targetsOf } from "./targets";

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
    const open = (move: Move) => "step" in move && move.step.way === "KJ";
    expect(moveMeant(view, { rooftop: roofNamed("O") }, cat, open)).toEqual({ step: { shape: "sitting", way: "KE" } });
    expect(moveMeant(view, { rooftop: roofNamed("O") }, null)).toEqual({ shelter: { rooftop: "O" } });
  });

  it("is building where nothing else can be meant, so that the answer says when one builds", () => {
    expect(moveMeant(table({ phase: PHASE.settling }), { rooftop: 3 }, null)).toEqual({ shelter: { rooftop: "D" } });
    expect(moveMeant(table({ phase: PHASE.diving }), { gap: gapNamed("AB") }, null)).toEqual({
      catwalk: { gap: "AB" },
    });
    expect(moveMeant(table({ phase: PHASE.settling }), { dumpster: 0 }, cat)).toEqual({ dive: { dumpster: "home1" } });
  });

  it("is the step across a gap at which the cat stands", () => {
    const view = table({ phase: PHASE.racing, cat: cats({ "0 0": "KN" }) });
    const walker = { seat: 0, shape: 0, which: 0 };
    expect(moveMeant(view, { gap: gapNamed("JK") }, walker)).toEqual({ step: { shape: "sitting", way: "KJ" } });
    expect(moveMeant(view, { gap: gapNamed("AB") }, walker)).toEqual({ catwalk: { gap: "AB" } });
  });
});

describe("a step", () => {
  it("is named by shape and way", () => {
    const way = { id: "KJ", from: 10, to: 9, gap: gapNamed("JK") };
    expect(stepOf({ seat: 2, shape: 1, which: 0 }, way)).toEqual({ step: { shape: "lying", way: "KJ" } });
  });
});

describe("arrow keys", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 50, y: 4 },
    { x: 100, y: 0 },
    { x: 60, y: 90 },
    { x: 10, y: 95 },
  ];

  it("go along a row", () => {
    expect(neighbour(points, 0, "right")).toBe(1);
    expect(neighbour(points, 3, "left")).toBe(4);
  });

  it("go to the nearest of the next row", () => {
    expect(neighbour(points, 2, "down")).toBe(3);
    expect(neighbour(points, 4, "up")).toBe(0);
  });

  it("stay at the end", () => {
    expect(neighbour(points, 2, "right")).toBe(2);
    expect(neighbour(points, 1, "up")).toBe(1);
  });

  it.each([
    ["wide", WIDE],
    ["tall", TALL],
    ["short", SHORT],
  ])("lead to every gap and every roof of the %s board", (_, layout) => {
    for (const places of [GAPS.map((__, gap) => ({ gap })), ROOFTOPS.map((__, rooftop) => ({ rooftop }))]) {
      const all = places.map((place) => pointOf(layout, place));
      const reached = new Set([0]);
      for (const from of reached)
        for (const direction of ["up", "right", "down", "left"] as const) reached.add(neighbour(all, from, direction));
      expect(reached.size).toBe(all.length);
    }
  });
});
