import { describe, expect, it } from "vitest";
import { BOBTAIL, BREEDS } from "../reading";
import { settle, spotsFor, type Spot } from "./heap";

const all = (awake: number, asleep: number): number[][] => Array.from({ length: BREEDS }, () => [awake, asleep]);

function sides(spots: Spot[], breed: number): (number | null)[] {
  return spots.filter((spot) => spot.breed === breed).map(({ side }) => side);
}

describe("the heap", () => {
  it.each([2, 4, 8] as const)("has a place for every tile, none on another, in rows of %i cells", (columns) => {
    for (let sets = 1; sets <= 4; sets++)
      for (let round = 1; round <= 12; round++) {
        const cells = spotsFor(sets, columns, round).flatMap(({ breed, column, row }) => {
          expect(column + (breed === BOBTAIL ? 1 : 0)).toBeLessThan(columns);
          return breed === BOBTAIL ? [`${column} ${row}`, `${column + 1} ${row}`] : [`${column} ${row}`];
        });
        expect(new Set(cells).size).toBe(8 * sets);
      }
  });

  it("lies another way in another round", () => {
    expect(spotsFor(3, 8, 1)).not.toEqual(spotsFor(3, 8, 2));
  });

  it("shows as many tiles as the table counts", () => {
    const spots = settle(spotsFor(3, 8, 1), all(2, 1), -1);
    for (let breed = 0; breed < BREEDS; breed++) expect(sides(spots, breed).sort()).toEqual([0, 0, 1]);
  });

  it("keeps every other tile in its place when one is taken, and takes the one that was touched", () => {
    const before = settle(spotsFor(3, 8, 1), all(3, 0), -1);
    const touched = before.findIndex(({ breed }) => breed === 4);
    const centre = all(3, 0).with(4, [2, 0]);
    const after = settle(before, centre, touched);
    expect(after[touched]!.side).toBeNull();
    expect(after.filter((spot, index) => spot.side !== before[index]!.side)).toHaveLength(1);
  });

  it("puts a tile that comes back into an empty place", () => {
    const full = settle(spotsFor(2, 8, 1), all(2, 0), -1);
    const taken = settle(full, all(2, 0).with(0, [1, 0]), -1);
    const back = settle(taken, all(2, 0).with(0, [1, 1]), -1);
    expect(sides(back, 0).sort()).toEqual([0, 1]);
    expect(back.filter((spot, index) => spot.side !== taken[index]!.side)).toHaveLength(1);
  });
});
