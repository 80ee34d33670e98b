import { describe, expect, it } from "vitest";
import type { SeatInfo, Traced, Trail } from "../../../table/board";
import { fitOf } from "../geometry";
import { PHASE, type Move, type View } from "../reading";
import { laid, table } from "../table.fixture";
import { around, captionsOf, coveredOnScreen, freeSpot, markOf } from "./trails";

const SEATS: SeatInfo[] = ["Rosie", "Pepper"].map((name, seat) => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

function step(before: View, after: View, move: Move, ply: number): Traced<View, Move> {
  return { seq: ply, ply, passed: 0, actor: 1, move, sentence: "", before, after };
}

/** Pepper builds a 2, rolls one wheel with two dice, and the train rolls on by one card. */
function turn(): Trail<View, Move> {
  const start = table({ turn: 1, acting: 1 });
  const built = { ...laid(start, "2 straight"), phase: PHASE.throwing, value: 2, built: 1, dice: 2 };
  const thrown = { ...built, phase: PHASE.riding, dice: 0, wheels: 1 };
  const ridden = { ...thrown, train: 3 };
  return {
    seat: 1,
    number: 2,
    isOver: true,
    steps: [
      step(start, built, { build: { card: "2 straight", bend: "straight" } }, 1),
      step(built, thrown, { throw: { wheels: 1 } }, 2),
      step(thrown, ridden, { ride: {} }, 3),
    ],
  };
}

describe("what a turn left on the table", () => {
  it("is the card that is new, the way of the train, and words with a name", () => {
    const trail = turn();
    const { after } = trail.steps.at(-1)!;
    const mark = markOf(trail, after, SEATS);
    expect(mark).toMatchObject({ seat: 1, number: 2, built: [4] });
    expect(mark.way[0]).toMatchObject({ x: 200, y: 0 });
    expect(mark.way.at(-1)).toMatchObject({ x: 300, y: 0 });
    expect(captionsOf(mark)).toEqual(["Pepper: rolled 1 wheel"]);
    expect(mark.told).toEqual(["built a straight 2", "rolled 1 wheel"]);
  });

  it("tells what was paid, and of a pass", () => {
    const start = table({ turn: 1 });
    const passed = { ...start, train: 3, due: 1 };
    const taken = { ...passed, first: 1, due: 0 };
    const laying = { ...taken, phase: PHASE.laying };
    const trail: Trail<View, Move> = {
      ...turn(),
      steps: [
        step(start, passed, { pass: {} }, 1),
        step(passed, taken, { take: {} }, 2),
        step(laying, laying, { lay: { card: "1 straight", combine: "yes" } }, 3),
      ],
    };
    const mark = markOf(trail, laying, SEATS);
    expect(mark.told).toEqual(["passed", "took 1 card", "paired a 1"]);
    expect(captionsOf(mark)).toEqual(["Pepper: took 1 card and paired a 1", "Pepper: paired a 1"]);
  });

  it("no longer rings a card that was taken away since", () => {
    const trail = turn();
    const { after } = trail.steps.at(-1)!;
    expect(markOf(trail, { ...after, first: 5, train: 5, end: 6 }, SEATS).built).toEqual([]);
  });
});

describe("words on the table", () => {
  const room = { x: 0, y: 0, width: 600, height: 400 };

  it("cover neither cards nor the end of the line nor the train", () => {
    const view = table();
    const covered = coveredOnScreen(view, fitOf(view, room));
    const size = { width: 180, height: 22 };
    const spot = freeSpot(size, { x: 300, y: 200 }, room, covered)!;
    const box = around(spot, size);
    for (const card of covered) {
      const beside = box.x + box.width <= card.x || card.x + card.width <= box.x;
      expect(beside || box.y + box.height <= card.y || card.y + card.height <= box.y).toBe(true);
    }
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(room.height);
  });

  it("are left out where there is no room for them", () => {
    expect(freeSpot({ width: 180, height: 22 }, { x: 0, y: 0 }, room, [room])).toBeNull();
    expect(freeSpot({ width: 700, height: 22 }, { x: 0, y: 0 }, room, [])).toBeNull();
  });
});
