import { describe, expect, it } from "vitest";
import {
  CARD,
  LARGEST,
  divide,
  endOf,
  extentOf,
  fitOf,
  onScreen,
  onTable,
  railPoint,
  sideAt,
  trainAt,
  turnOf,
} from "./geometry";
import { placesOf } from "./reading";
import { bare, laid, table } from "./table.fixture";

const RING = ["4 curve left", "3 curve left", "3 curve left", "4 curve left"];

describe("the end of the line", () => {
  it("is the first cell while nothing lies", () => {
    expect(endOf(bare())).toEqual({ at: { x: 0, y: 0 }, heading: 0, blocked: false });
  });

  it("lies beyond the last card, where its rails point", () => {
    expect(endOf(table())).toEqual({ at: { x: 4 * CARD, y: 0 }, heading: 0, blocked: false });
    expect(endOf(laid(table(), "4 curve left"))).toMatchObject({ at: { x: 4 * CARD, y: -CARD }, heading: 1 });
    expect(endOf(laid(table(), "4 curve right"))).toMatchObject({ at: { x: 4 * CARD, y: CARD }, heading: 3 });
  });

  it("is blocked where the line runs into itself, until the card in the way is taken", () => {
    const ring = laid(bare(), ...RING);
    expect(endOf(ring)).toMatchObject({ at: { x: 0, y: 0 }, blocked: true });
    expect(endOf({ ...ring, first: 1 }).blocked).toBe(false);
  });
});

describe("the drawing of a track", () => {
  it("lies along the line", () => {
    expect([0, 1, 2, 3].map((heading) => turnOf(heading, 0))).toEqual([0, 90, 0, 90]);
  });

  it("joins the side where the train comes in to the side where it leaves", () => {
    // entered heading east, from the west: to the left is north, to the right south
    expect([turnOf(0, 1), turnOf(0, 2)]).toEqual([90, 0]);
    expect([turnOf(1, 1), turnOf(1, 2)]).toEqual([0, 270]);
    expect([turnOf(2, 1), turnOf(2, 2)]).toEqual([270, 180]);
    expect([turnOf(3, 1), turnOf(3, 2)]).toEqual([180, 90]);
  });
});

describe("the rails", () => {
  it("begin where those of the card before end", () => {
    const view = laid(table(), "4 curve left", "4 curve right", "1 straight", "1 curve right", "2 curve right");
    for (const place of placesOf(view).slice(1)) {
      const [before, here] = [trainAt(view, place - 1e-9), trainAt(view, place)];
      expect(Math.hypot(before.x - here.x, before.y - here.y)).toBeLessThan(0.01);
      expect(Math.abs(Math.sin(((before.angle - here.angle) * Math.PI) / 180))).toBeLessThan(0.01);
    }
  });

  it("of a curve keep half a card away from its corner", () => {
    for (const along of [0, 0.25, 0.5, 1]) {
      const { x, y } = railPoint({ x: 0, y: 0 }, 0, 1, along);
      expect(Math.hypot(x + 50, y + 50)).toBeCloseTo(50);
    }
  });

  it("end at the last card: beyond it she goes straight on", () => {
    expect(trainAt(table(), 4.5)).toEqual({ x: 4 * CARD, y: 0, angle: 0 });
  });

  it("show her from the side she is seen from", () => {
    expect([0, 30, -90, 180, -180, 90, 270].map(sideAt)).toEqual([
      "east",
      "east",
      "north",
      "west",
      "west",
      "south",
      "north",
    ]);
  });
});

describe("the room on the table", () => {
  const wood = { x: 0, y: 0, width: 660, height: 460 };

  it("holds every card and the end of the line", () => {
    const long = laid(table(), ...Array<string>(9).fill("2 straight"), "3 curve left", "3 straight", "3 straight");
    const fit = fitOf(long, wood);
    const { x, y, width, height } = extentOf(long);
    const [low, high] = [onScreen(fit, { x, y }), onScreen(fit, { x: x + width, y: y + height })];
    expect(Math.min(low.x, low.y)).toBeGreaterThanOrEqual(0);
    expect(high.x).toBeLessThanOrEqual(wood.width);
    expect(high.y).toBeLessThanOrEqual(wood.height);
  });

  it("does not make cards larger than life", () => {
    expect(CARD * fitOf(laid(bare({ train: 0 }), "1 straight"), wood).scale).toBe(LARGEST);
  });

  it("shows the way ahead of the train where the whole line is too long", () => {
    const endless = laid(table({ train: 30 }), ...Array<string>(36).fill("2 straight"));
    const fit = fitOf(endless, wood);
    const { x } = onScreen(fit, endOf(endless).at);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(wood.width);
  });

  it("is the same seen from the screen and from the table", () => {
    const fit = fitOf(table(), wood);
    const { x, y } = onTable(fit, onScreen(fit, { x: 130, y: -70 }));
    expect([x, y]).toEqual([expect.closeTo(130), expect.closeTo(-70)]);
  });

  it("has the cloth beside the wood on wide tables and below it on high ones", () => {
    const [wide, high] = [divide({ width: 800, height: 460 }), divide({ width: 374, height: 420 })];
    expect(wide.wood.width + wide.cloth.width).toBe(800);
    expect(high.wood.height + high.cloth.height).toBe(420);
    expect([wide.upright, high.upright]).toEqual([true, false]);
  });
});
