import { describe, expect, it } from "vitest";
import {
  cardBox,
  cardTarget,
  cityAt,
  cityBox,
  centreOf,
  layoutFor,
  letters,
  siteBox,
  siteTarget,
  slotBox,
  slotTarget,
  storeyOf,
  type Box,
} from "./geometry";
import { CITIES, PAIRS } from "./reading";
import { table } from "./table.fixture";

const SCREENS = [
  ["desktop", 804, 648],
  ["large desktop", 1200, 992],
  ["very large desktop", 1820, 1348],
  ["tablet", 504, 712],
  ["wide tablet", 760, 456],
  ["phone", 374, 440],
  ["small phone", 344, 396],
  ["large phone", 484, 560],
  ["phone on its side", 646, 374],
  ["small phone on its side", 550, 344],
  ["large phone on its side", 734, 414],
  ["screen at 200 %", 450, 344],
  ["picture", 320, 370],
] as const;
const GAMES = [
  [9, 10],
  [10, 12],
] as const;

const TINY = 0.001;
const meet = (one: Box, other: Box): boolean =>
  one.x + TINY < other.x + other.width &&
  other.x + TINY < one.x + one.width &&
  one.y + TINY < other.y + other.height &&
  other.y + TINY < one.y + one.height;

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

    it("has letters that can be read", () => {
      const scale = width / layout.width;
      expect(letters(layout, 1) * scale).toBeCloseTo(11, 5);
      expect(letters(layout, 40)).toBe(40);
    });

    it("has targets for fingers, which keep to themselves", () => {
      const scale = width / layout.width;
      const least = layout.name === "wide" && width < 500 ? 32 : 44;
      const sites = boxes.flatMap((_, city) => [siteTarget(layout, city, 0), siteTarget(layout, city, 1)]);
      const cards = boxes.map((_, city) => cardTarget(layout, city));
      const roads = slots.map((_, pair) => slotTarget(layout, pair));
      // what can be chosen at one time is of one kind
      for (const some of [sites, cards, roads])
        some.forEach((box, index) => {
          expect(Math.min(box.width, box.height) * scale).toBeGreaterThan(least - 0.01);
          expect(box.x).toBeGreaterThan(-0.01);
          expect(box.x + box.width).toBeLessThan(layout.width + 0.01);
          expect(box.y + box.height).toBeLessThan(layout.height + 0.01);
          for (const other of some.slice(index + 1)) expect(meet(box, other)).toBe(false);
        });
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
