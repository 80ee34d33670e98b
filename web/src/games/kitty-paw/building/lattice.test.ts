import { describe, expect, it } from "vitest";
import { PAGE } from "../generated";
import { BOBTAIL, HIDE, NONE, placeNamed } from "../reading";
import { cardNamed, mat, table } from "../table.fixture";
import {
  BOX_CARD,
  MAT,
  REACH,
  STEP,
  boundsOf,
  hasRoom,
  nearest,
  neighbourOf,
  pointOf,
  roomFor,
  roomForBox,
  tailOf,
  thingAt,
} from "./lattice";

const at = placeNamed;
const BOMBAY = 4;

describe("the mat", () => {
  it("has all its places within its edges, with room for a whole hexagon", () => {
    for (let place = 0; place < PAGE.places.length; place++) {
      const { x, y } = pointOf(place);
      expect(x - 87).toBeGreaterThan(MAT.x);
      expect(x + 87).toBeLessThan(MAT.x + MAT.width);
      expect(y - 100).toBeGreaterThan(MAT.y);
      expect(y + 100).toBeLessThan(MAT.y + MAT.height);
    }
  });

  it("shifts every second row by half a cell", () => {
    expect(pointOf(at("1,2")).x - pointOf(at("1,1")).x).toBeCloseTo(86.6);
    expect(pointOf(at("1,3")).x).toBeCloseTo(pointOf(at("1,1")).x);
  });

  it("has a border in the middle of its two cells", () => {
    const [one, two, between] = [at("1,1"), at("2,1"), at("1,1|2,1")].map(pointOf);
    expect(between!.x).toBeCloseTo((one!.x + two!.x) / 2);
  });
});

describe("room for a piece", () => {
  it("is on every cell that is free, the box included, and on no border below Level III", () => {
    const view = table({ place: mat({ 0: at("1,1") }) });
    const rooms = roomFor(view, 0, BOMBAY, 0);
    expect(rooms).toHaveLength(PAGE.cells - 1);
    expect(rooms).toContain(PAGE.start);
    expect(rooms).not.toContain(at("1,1"));
  });

  it("is where a piece lies that is being moved", () => {
    const view = table({ place: mat({ [BOMBAY]: at("1,1") }) });
    expect(hasRoom(view, 0, BOMBAY, at("1,1"), 0)).toBe(true);
  });

  it("needs two cells for a Bobtail, both on the mat", () => {
    const view = table({ place: mat({ 0: at("2,1") }) });
    expect(hasRoom(view, 0, BOBTAIL, at("1,1"), 0)).toBe(false);
    expect(hasRoom(view, 0, BOBTAIL, at("1,1"), 1)).toBe(true);
    expect(hasRoom(view, 0, BOBTAIL, at("7,1"), 0)).toBe(false);
    expect(tailOf(at("1,1"), 1)).toBe(at("1,2"));
  });

  it("is not on the box for a hide-and-seek card", () => {
    expect(hasRoom(table(), 0, HIDE, PAGE.start, 0)).toBe(false);
  });

  it("is across borders on Level III, away from other tops, and not for the Bobtail", () => {
    const view = table({ card: [cardNamed("III-01"), 1, 2, NONE], place: mat({ 0: at("1,1|2,1") }) });
    expect(hasRoom(view, 0, BOMBAY, at("3,1|4,1"), 0)).toBe(true);
    expect(hasRoom(view, 0, BOMBAY, at("2,1|2,2"), 0)).toBe(false);
    expect(hasRoom(view, 0, BOBTAIL, at("3,1|4,1"), 0)).toBe(false);
  });

  it("is for the box card wherever the tile on it finds room too", () => {
    const view = table({ place: mat({ [BOBTAIL]: PAGE.start, 0: at("1,1") }) });
    const rooms = roomForBox(view, 0);
    expect(rooms).not.toContain(PAGE.start);
    expect(rooms).not.toContain(at("1,1"));
    expect(rooms).not.toContain(at("7,1"));
    expect(rooms).toContain(at("2,1"));
  });
});

describe("snapping", () => {
  const cells = [at("1,1"), at("2,1"), at("1,2")];

  it("finds the place that is nearest to a drop", () => {
    const { x, y } = pointOf(at("2,1"));
    expect(nearest(cells, { x: x + 40, y: y - 30 })).toBe(at("2,1"));
  });

  it("finds none where none is near", () => {
    expect(nearest(cells, { x: 900, y: 900 })).toBe(NONE);
    expect(nearest([], { x: 0, y: 0 })).toBe(NONE);
  });

  it("prefers a cell to a border that is hardly nearer", () => {
    const places = [at("1,1"), at("1,1|2,1")];
    expect(nearest(places, { x: 44, y: 0 })).toBe(at("1,1"));
    expect(nearest(places, { x: 70, y: 0 })).toBe(at("1,1|2,1"));
  });
});

describe("arrow keys", () => {
  const cells = Array.from({ length: PAGE.cells }, (_, cell) => cell);

  it("go along a row, and to the next row", () => {
    expect(neighbourOf(cells, at("3,3"), "right")).toBe(at("4,3"));
    expect(neighbourOf(cells, at("3,3"), "left")).toBe(at("2,3"));
    expect([at("2,4"), at("3,4")]).toContain(neighbourOf(cells, at("3,3"), "down"));
    expect([at("2,2"), at("3,2")]).toContain(neighbourOf(cells, at("3,3"), "up"));
  });

  it("stay where nothing lies ahead", () => {
    expect(neighbourOf(cells, at("1,1"), "left")).toBe(at("1,1"));
    expect(neighbourOf(cells, at("7,7"), "down")).toBe(at("7,7"));
  });
});

it("every pattern has its pieces within its bounds", () => {
  for (const { pattern } of PAGE.cards) {
    const { x, y, width, height } = boundsOf(pattern);
    for (const { q2, r2 } of pattern) {
      const across = 86.6 * (q2 + r2 / 2);
      expect(across - 86).toBeGreaterThan(x);
      expect(across + 86).toBeLessThan(x + width);
      expect(75 * r2 - 100).toBeGreaterThan(y);
      expect(75 * r2 + 100).toBeLessThan(y + height);
    }
  }
});

describe("a press", () => {
  const SMALLEST = 28;
  const at44 = 22 * (STEP / SMALLEST);

  it("has a target of 44 pixels even where a cell is 28 pixels wide", () => {
    expect(REACH).toBeGreaterThanOrEqual(at44);
    const middle = pointOf(at("4,4"));
    for (let angle = 0; angle < 360; angle += 15) {
      const x = middle.x + at44 * Math.cos((angle * Math.PI) / 180);
      const y = middle.y + at44 * Math.sin((angle * Math.PI) / 180);
      expect(nearest([at("4,4")], { x, y })).toBe(at("4,4"));
    }
  });

  it("means exactly one cell wherever it falls on the mat: none is dead, and of two the nearer is meant", () => {
    const cells = Array.from({ length: PAGE.cells }, (_, cell) => cell);
    const [left, top] = [pointOf(at("1,1")).x - 60, pointOf(at("1,1")).y - 60];
    for (let x = left; x < left + 1150; x += 37)
      for (let y = top; y < top + 1000; y += 37) {
        const cell = nearest(cells, { x, y });
        const away = (each: number) => Math.hypot(pointOf(each).x - x, pointOf(each).y - y);
        expect(cell).toBeGreaterThanOrEqual(0);
        expect(away(cell)).toBe(Math.min(...cells.map(away)));
      }
  });

  it("picks what lies nearest, the tail of a Bobtail and the free box card too", () => {
    const view = table({ place: mat({ [BOBTAIL]: at("1,1"), [BOMBAY]: at("4,6") }) });
    const beside = (name: string, dx: number) => ({ ...pointOf(at(name)), x: pointOf(at(name)).x + dx });
    expect(thingAt(view, 0, beside("4,6", 120))).toBe(BOMBAY);
    expect(thingAt(view, 0, beside("2,1", 120))).toBe(BOBTAIL);
    expect(thingAt(view, 0, pointOf(PAGE.start))).toBe(BOX_CARD);
    expect(thingAt(view, 0, beside("7,7", 0))).toBe(NONE);
    expect(thingAt(table({ place: mat({ [BOMBAY]: PAGE.start }) }), 0, pointOf(PAGE.start))).toBe(BOMBAY);
  });
});
