import { describe, expect, it } from "vitest";
import { cardBox, cityAt, cityBox, centreOf, layoutFor, siteBox, slotBox, storeyOf, type Box } from "./geometry";
import { CITIES, PAIRS } from "./reading";
import { table } from "./table.fixture";

const SCREENS = [
  ["desktop", 798, 490],
  ["tablet", 772, 494],
  ["large", 1264, 672],
  ["end of a game", 562, 600],
  ["phone", 374, 400],
  ["small phone", 304, 345],
  ["picture", 320, 370],
] as const;
const GAMES = [
  [9, 10],
  [10, 12],
] as const;

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe.each(SCREENS)("the map on a %s", (_, width, height) => {
  describe.each(GAMES)("with %i cities", (cities, pairs) => {
    const layout = layoutFor(cities, width, height);
    const boxes = CITIES.slice(0, cities).map((_, city) => cityBox(layout, city));
    const slots = PAIRS.slice(0, pairs).map((_, pair) => slotBox(layout, pair));

    it("has the shape of its place", () => expect(layout.width / layout.height).toBeCloseTo(width / height, 1));

    it("holds every city and every messenger", () => {
      for (const { x, y, width: wide, height: high } of [...boxes, ...slots]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(layout.width);
        expect(y + high).toBeLessThanOrEqual(layout.height);
      }
    });

    it("keeps cities apart", () => {
      boxes.forEach((box, city) => {
        for (const other of boxes.slice(city + 1)) expect(meet(box, other)).toBe(false);
      });
    });

    it("keeps messengers apart, and off the cards", () => {
      slots.forEach((slot, pair) => {
        for (const other of slots.slice(pair + 1)) expect(meet(slot, other)).toBe(false);
        boxes.forEach((_, city) => expect(meet(slot, cardBox(layout, city))).toBe(false));
      });
    });

    it("has room for eight floors with roof and flag", () => {
      const storey = storeyOf(layout.measures, 8, true);
      expect(8 * storey + layout.measures.roof + layout.measures.flag).toBeLessThanOrEqual(layout.measures.rise + 0.01);
      expect(storey).toBeGreaterThan(2);
    });

    it("finds a city by its sites and its card", () => {
      const view = table({ cities });
      boxes.forEach((_, city) => {
        expect(cityAt(layout, view, centreOf(siteBox(layout, city, 0)))).toBe(city);
        expect(cityAt(layout, view, centreOf(cardBox(layout, city)))).toBe(city);
      });
    });
  });
});
