import { describe, expect, it } from "vitest";
import { MAP, centre, middleOf } from "../geometry";
import { LEFT, START, type Move } from "../reading";
import { table } from "../table.fixture";
import { targetsOf } from "../targets";
import { isIn, zonesOf } from "./zones";

const at = (column: number, row: number) => column - 1 + 6 * (row - 1);
/** What 44 pixels are on a phone that lies on its side. */
const FINGER = 108;

function zonesAt(place: number, moves: Move[], finger = FINGER) {
  const view = table({ place: [place, START, START], picked_up: 1, ones: 1, twos: 1 });
  const targets = targetsOf(
    view,
    moves.map((move) => ({ move, label: "" })),
  );
  const marks = targets.map((target) => middleOf(view, target.place));
  return zonesOf(view, targets, marks, finger).map((zone, index) => ({ zone, place: targets[index]!.place }));
}
const drives = (...directions: ("up" | "right" | "down" | "left")[]): Move[] =>
  directions.flatMap((direction): Move[] => [{ move: { spaces: 1, direction } }, { move: { spaces: 2, direction } }]);

describe("where a press means a crossing", () => {
  it("has room for a finger at every target, neighbours in one street too", () => {
    for (const { zone } of zonesAt(at(3, 4), drives("up", "right", "down", "left"))) {
      expect(zone.width).toBeGreaterThanOrEqual(FINGER);
      expect(zone.height).toBeGreaterThanOrEqual(FINGER);
    }
  });

  it("is never two targets in one street", () => {
    const [one, two] = zonesAt(at(3, 4), drives("up"));
    expect(two!.zone.y + two!.zone.height).toBeLessThanOrEqual(one!.zone.y);
    expect(isIn(one!.zone, centre(at(3, 5)))).toBe(true);
    expect(isIn(one!.zone, centre(at(3, 6)))).toBe(false);
  });

  it("is the crossing itself where it is large enough", () => {
    const [only] = zonesAt(at(3, 4), [{ move: { spaces: 1, direction: "up" } }], 50);
    expect(only!.zone).toMatchObject({ width: 100, height: 84 });
  });

  it("leaves the exit its room, on the map", () => {
    const zones = zonesAt(at(6, 7), drives("up"));
    const exit = zones.find(({ place }) => place === LEFT)!.zone;
    const square = zones.find(({ place }) => place === at(6, 8))!.zone;
    expect(exit.y).toBeGreaterThanOrEqual(0);
    expect(exit.height).toBeGreaterThanOrEqual(FINGER);
    expect(square.y).toBeGreaterThanOrEqual(exit.y + exit.height);
    expect(square.height).toBeGreaterThanOrEqual(FINGER);
    expect(square.y + square.height).toBeLessThan(MAP.height);
  });
});
