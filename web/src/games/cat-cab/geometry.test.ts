import { describe, expect, it } from "vitest";
import { bay, cabHeight, cabSpot, centre, parking, passengerSpot, squareAt, wayAhead, wayBack } from "./geometry";
import { LEFT, OUT, SQUARES, START, seatsOf, type View } from "./reading";
import { table } from "./table.fixture";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);

describe("the map", () => {
  it("puts the middle of (3, 6) where the drawing has it", () => {
    expect(centre(at(3, 6))).toEqual({ x: 290, y: 297 });
  });

  it("finds every square under its own middle", () => {
    for (let square = 0; square < SQUARES; square++) expect(squareAt(centre(square))).toBe(square);
  });

  it("finds no square beyond the grid", () => {
    expect(squareAt({ x: 20, y: 400 })).toBe(-1);
    expect(squareAt({ x: 340, y: 800 })).toBe(-1);
  });
});

describe("ways", () => {
  it("lead from the start area through the gate and straight on", () => {
    expect(wayAhead(table(), START, "up", 2)).toEqual([START, at(1, 1), at(1, 2)]);
  });

  it("end at the edge of the grid", () => {
    expect(wayAhead(table(), at(5, 6), "up", 5)).toEqual([at(5, 6), at(5, 7), at(5, 8)]);
  });

  it("end outside once the exit is open, however many spaces are left", () => {
    expect(wayAhead(table({ picked_up: 1 }), at(6, 8), "up", 2)).toEqual([at(6, 8), LEFT]);
    expect(wayAhead(table({ picked_up: 0 }), at(6, 8), "up", 2)).toEqual([at(6, 8)]);
  });

  it("lead back step by step, into the start area last", () => {
    expect(wayBack(table(), at(2, 2), START)).toEqual([at(2, 2), at(2, 1), at(1, 1), START]);
    expect(wayBack(table({ entry: 1 }), at(5, 7), at(6, 8))).toEqual([at(5, 7), at(5, 8), at(6, 8)]);
  });
});

describe("a crowd", () => {
  function boxes(view: View): { x: number; y: number; width: number; height: number }[] {
    const cabs = seatsOf(view).map((seat) => {
      const { x, y, width } = cabSpot(view, seat);
      return { x: x - width / 2, y: y - cabHeight(width) / 2, width, height: cabHeight(width) };
    });
    const spot = passengerSpot(view);
    if (!spot) return cabs;
    const height = spot.width * 1.2;
    return [...cabs, { x: spot.x - spot.width / 2, y: spot.y - spot.width * 0.62, width: spot.width, height }];
  }

  function overlap(view: View): number {
    const all = boxes(view);
    let most = 0;
    all.forEach((one, index) =>
      all.slice(index + 1).forEach((other) => {
        const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
        const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
        if (across > 0 && down > 0) most = Math.max(most, Math.min(across, down));
      }),
    );
    return most;
  }

  const square = at(4, 4);

  it.each([
    ["three cabs and the passenger", { place: [square, square, square], passenger: square }],
    ["three cabs", { place: [square, square, square] }],
    ["three cabs in the start area", { place: [START, START, START] }],
    ["three cabs that have left", { place: [LEFT, LEFT, LEFT], departure: [2, 1, 3] }],
    ["three cabs on the barge", { place: [OUT, OUT, OUT] }],
    ["cabs on neighbouring squares", { place: [square, square + 1, square + 6] }],
  ])("of %s does not overlap", (_, fields) => {
    expect(overlap(table(fields))).toBeLessThan(1);
  });

  it.each([
    ["two cabs", { place: [square, square, 0] }],
    ["a cab and the passenger", { place: [square, 0, 1], passenger: square }],
    ["two cabs and the passenger", { place: [square, square, 0], passenger: square }],
  ])("of %s overlaps by no more than a wheel", (_, fields) => {
    expect(overlap(table(fields))).toBeLessThan(14);
  });

  it("parks inside its bay", () => {
    for (const gate of [0, 1])
      for (const slot of [0, 1, 2]) {
        const { x, y, width } = bay(gate);
        const spot = parking(gate, slot);
        expect(spot.x - 32).toBeGreaterThan(x);
        expect(spot.x + 32).toBeLessThan(x + width);
        expect(spot.y - cabHeight(64) / 2).toBeGreaterThan(y);
      }
  });
});
