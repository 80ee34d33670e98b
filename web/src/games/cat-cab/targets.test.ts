import { describe, expect, it } from "vitest";
import type { Choice } from "../../table/board";
import { LEFT, PHASE, START, type Move } from "./reading";
import { table } from "./table.fixture";
import { moveMeant, neighbour, targetsOf } from "./targets";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);
const choice = (move: Move): Choice<Move> => ({ move, label: JSON.stringify(move) });

describe("choices on the map", () => {
  it("lie where a drive ends", () => {
    const view = table({ place: [at(2, 2), START, START], ones: 1, twos: 1 });
    const targets = targetsOf(view, [
      choice({ move: { spaces: 1, direction: "up" } }),
      choice({ move: { spaces: 2, direction: "right" } }),
    ]);
    expect(targets.map(({ place }) => place)).toEqual([at(2, 3), at(4, 2)]);
  });

  it("lie where a boost runs out of street", () => {
    const view = table({ place: [at(5, 6), START, START], boost: 5, phase: PHASE.boosting });
    const targets = targetsOf(view, [
      choice({ boost: { direction: "up" } }),
      choice({ boost: { direction: "right" } }),
    ]);
    expect(targets.map(({ place }) => place)).toEqual([at(5, 8), at(6, 6)]);
  });

  it("are one when two of them lead out of the city", () => {
    const view = table({ place: [at(6, 8), START, START], picked_up: 1, ones: 1, twos: 1 });
    const targets = targetsOf(view, [
      choice({ move: { spaces: 1, direction: "up" } }),
      choice({ move: { spaces: 2, direction: "up" } }),
    ]);
    expect(targets).toHaveLength(1);
    expect(targets[0]).toMatchObject({ place: LEFT, choice: { move: { move: { spaces: 1 } } } });
  });

  it("aim at each rival on a shared square", () => {
    const view = table({ place: [at(1, 1), at(4, 4), at(4, 4)], phase: PHASE.sabotaging });
    const targets = targetsOf(view, [choice({ sabotage: { seat: 1 } }), choice({ sabotage: { seat: 2 } })]);
    expect(targets.map(({ place, seat }) => [place, seat])).toEqual([
      [at(4, 4), 1],
      [at(4, 4), 2],
    ]);
  });

  it("leave out what is not done on the map", () => {
    expect(targetsOf(table(), [choice({ roll: {} }), choice({ stop: {} })])).toEqual([]);
  });
});

describe("what a click means", () => {
  it("is the drive that leads there", () => {
    const view = table({ place: [at(3, 3), START, START] });
    expect(moveMeant(view, at(3, 4))).toEqual({ move: { spaces: 1, direction: "up" } });
    expect(moveMeant(view, at(1, 3))).toEqual({ move: { spaces: 2, direction: "left" } });
  });

  it("is leaving for a click on the exit, also while it is closed", () => {
    const view = table({ place: [at(6, 8), START, START] });
    expect(moveMeant(view, LEFT)).toEqual({ move: { spaces: 1, direction: "up" } });
  });

  it("is going back while somebody has to", () => {
    const view = table({ phase: PHASE.pothole, back_seat: 0, place: [at(3, 3), START, START] });
    expect(moveMeant(view, at(2, 2))).toEqual({ back: { to: "2,2" } });
    expect(moveMeant(view, START)).toEqual({ back: { to: "start" } });
  });

  it("is a curse for oneself where no rival is", () => {
    const view = table({ phase: PHASE.sabotaging, place: [at(3, 3), at(1, 1), START] });
    expect(moveMeant(view, at(1, 1))).toEqual({ sabotage: { seat: 1 } });
    expect(moveMeant(view, at(5, 5))).toEqual({ sabotage: { seat: 0 } });
    expect(moveMeant(view, at(3, 3))).toEqual({ sabotage: { seat: 0 } });
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
