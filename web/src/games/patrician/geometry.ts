/**
 * Where things lie on the map, in the map's own units. There are two maps: a wide one with two rows of cities, and a tall
 * one, for narrow places, with two columns. Both grow with the room they are given; drawings keep their size.
 */
import { CITIES, NONE, PAIRS, type View } from "./reading";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The measures of a city, from its left edge and the ground that its towers stand on. */
export interface Measures {
  /** Left edges of the two towers, and how wide they are. */
  towers: readonly [number, number];
  floor: number;
  /** How high a floor is at most, and how high towers may rise with roof and flag. */
  storey: number;
  rise: number;
  roof: number;
  flag: number;
  card: Box;
  tokens: readonly [Point, Point];
  token: number;
  seal: Point & { radius: number };
  plate: Box;
  slot: number;
}

export interface Layout {
  name: "wide" | "tall";
  width: number;
  height: number;
  /** How many units are so many pixels on the screen. */
  units: (pixels: number) => number;
  /** The left edge of a city and the ground of its towers. */
  city: (city: number) => Point;
  measures: Measures;
  /** Where a messenger between two cities lies. */
  slot: (pair: number) => Point;
  /** The line of the road between two cities. */
  road: (pair: number) => Point[];
  /** The place that no city takes: the upper left corner of it; null with ten cities. */
  spare: Point | null;
  /** The upper left corner of the deck, as large as `DECK`; null where the map has no room for it. */
  deck: Point | null;
}

const FEW_CITIES = 9;
const COLUMNS = 5;

const WIDE: Measures = {
  towers: [6, 64],
  floor: 54,
  storey: 29,
  rise: 226,
  roof: 21,
  flag: 22,
  card: { x: 125, y: -101, width: 72, height: 101 },
  tokens: [
    { x: 140, y: -124 },
    { x: 178, y: -122 },
  ],
  token: 17.5,
  seal: { x: 161, y: -50, radius: 26 },
  plate: { x: 12, y: 12, width: 176, height: 38 },
  slot: 19,
};

const TALL: Measures = {
  towers: [10, 46],
  floor: 33,
  storey: 14,
  rise: 62,
  roof: 9,
  flag: 13,
  card: { x: 112, y: -40, width: 47, height: 66 },
  tokens: [
    { x: 97, y: -38 },
    { x: 97, y: -13 },
  ],
  token: 12,
  seal: { x: 127, y: -16, radius: 21 },
  plate: { x: 5, y: 4, width: 106, height: 21 },
  slot: 14,
};

/** Below this width the tall map is drawn, in pixels, unless the place is clearly wider than high. */
const NARROW = 716;
const LYING = 1.15;
const WIDE_SIZE = { width: 1000, height: 590 } as const;
const TALL_SIZE = { width: 380, row: 84 } as const;
/** In the tall map floors grow with their rows up to this. */
const LARGE_STOREY = 20;
/** Letters and what can be pressed are never smaller than this, in pixels. */
const LEAST_LETTER = 11;
const LEAST_TARGET = 44;
/** A target need not be wider than this, in units: two of them have to have room in a city. */
const WIDEST_TARGET = 80;

/** The map for a place of some size in pixels. */
export function layoutFor(cities: number, width: number, height: number): Layout {
  const isTall = width < NARROW && width < height * LYING;
  return isTall || (!height && width < NARROW) ? tallFor(cities, width, height) : wideFor(cities, width, height);
}

/**
 * With nine cities one place above stays free. With ten the upper cities move together, so that the tenth has its place
 * at the end of them.
 */
function columnOf(cities: number, city: number): number {
  const { x, y } = CITIES[city]!;
  if (cities <= FEW_CITIES || y > 1) return x;
  return y > 0 ? COLUMNS - 1 : Math.max(0, x - 1);
}

function isUpper(city: number): boolean {
  return CITIES[city]!.y < 2;
}

function wideFor(cities: number, width: number, height: number): Layout {
  const shape = height > 0 ? width / height : WIDE_SIZE.width / WIDE_SIZE.height;
  const [wide, high] = [
    Math.max(WIDE_SIZE.width, WIDE_SIZE.height * shape),
    Math.max(WIDE_SIZE.height, WIDE_SIZE.width / shape),
  ];
  const [margin, spare] = [(wide - WIDE_SIZE.width) / 2, high - WIDE_SIZE.height];
  const cell = WIDE_SIZE.width / COLUMNS;
  const grounds = [236 + spare * 0.4, 530 + spare * 0.86];
  const at = (column: number, row: number): Point => ({ x: margin + cell * column, y: grounds[row]! });
  const city = (number: number): Point => at(columnOf(cities, number), isUpper(number) ? 0 : 1);
  const { plate, card, token, tokens } = WIDE;
  const foot = plate.y + plate.height;
  const head = tokens[0].y - token;
  // towers rise to the edge of the map, and below it to the plates of the upper cities
  const rise = Math.min(grounds[0]! - 10, grounds[1]! - grounds[0]! - foot - 8);
  const middle = plate.y + plate.height / 2;
  // roads that shift a column bend at different heights, so that no two of them meet
  const crossing = (pair: number, top: number, bottom: number): number => {
    const { a, b } = PAIRS[pair]!;
    const share = city(a).x === city(b).x ? 0.5 : columnOf(cities, a) % 2 ? 0.74 : 0.26;
    return top + (bottom - top) * share;
  };
  const road = (pair: number): Point[] => {
    const { a, b } = PAIRS[pair]!;
    const [from, to] = [city(a), city(b)];
    if (from.y === to.y)
      return [
        { x: from.x + plate.x + plate.width, y: from.y + middle },
        { x: to.x + plate.x, y: to.y + middle },
      ];
    const [x0, x1] = [from.x + card.x + card.width / 2, to.x + card.x + card.width / 2];
    const [top, bottom] = [from.y + plate.y + plate.height, to.y + head];
    if (x0 === x1)
      return [
        { x: x0, y: top },
        { x: x1, y: to.y + middle },
      ];
    const bend = crossing(pair, top, bottom);
    return [
      { x: x0, y: top },
      { x: x0, y: bend },
      { x: x1, y: bend },
      { x: x1, y: to.y + middle },
    ];
  };
  const slot = (pair: number): Point => {
    const { a, b } = PAIRS[pair]!;
    if (city(a).y === city(b).y) return middleOf(road(pair));
    const [top, bottom] = [grounds[0]! + plate.y + plate.height, grounds[1]! + head];
    return { x: (road(pair)[0]!.x + road(pair).at(-1)!.x) / 2, y: crossing(pair, top, bottom) };
  };
  return {
    name: "wide",
    width: wide,
    height: high,
    units: (pixels) => (pixels * wide) / (width || wide),
    city,
    measures: { ...WIDE, rise },
    slot,
    road,
    spare: cities <= FEW_CITIES ? { x: at(1, 0).x, y: grounds[0]! - 222 } : null,
    deck:
      cities <= FEW_CITIES
        ? { x: at(4, 0).x + 136, y: grounds[0]! + 68 }
        : { x: at(0, 0).x + 278, y: grounds[0]! + 68 },
  };
}

/** The deck: two backs, one a little below the other. */
export const DECK = { width: 47, height: 66 };

/** How far left of the right spine the roads between the two columns cross. */
const CROSSING = 15;

/** In the tall map a card lies beside towers and plate, as high as its row lets it be. */
function measuresFor(row: number): Measures {
  const { plate, card } = TALL;
  const height = Math.min(card.height + 10, row - 14);
  const width = (height * card.width) / card.height;
  const right = card.x + card.width;
  const bottom = plate.y + plate.height;
  return {
    ...TALL,
    storey: Math.min(LARGE_STOREY, (TALL.storey * row) / TALL_SIZE.row),
    rise: row - bottom - 3,
    card: { x: right - width, y: bottom - (row - height) / 2 - height + 2, width, height },
  };
}

function tallFor(cities: number, width: number, height: number): Layout {
  const shape = width > 0 && height > 0 ? height / width : 1.2;
  const high = Math.max(COLUMNS * TALL_SIZE.row, TALL_SIZE.width * shape);
  const wide = Math.max(TALL_SIZE.width, high / shape);
  const row = high / COLUMNS;
  const { plate } = TALL;
  const measures = measuresFor(row);
  const margin = (wide - TALL_SIZE.width) / 2;
  const left = [margin + 21, margin + 213];
  const city = (number: number): Point => ({
    x: left[isUpper(number) ? 0 : 1]!,
    y: row * (columnOf(cities, number) + 1) - plate.y - plate.height - 2,
  });
  const middle = plate.y + plate.height / 2;
  const spine = (number: number): number => city(number).x + plate.x - 8;
  const road = (pair: number): Point[] => {
    const { a, b } = PAIRS[pair]!;
    const [from, to] = [city(a), city(b)];
    if (isUpper(a) === isUpper(b)) {
      const [x, y0, y1] = [spine(a), from.y + middle, to.y + middle];
      return [
        { x: from.x + plate.x, y: y0 },
        { x, y: y0 },
        { x, y: y1 },
        { x: to.x + plate.x, y: y1 },
      ];
    }
    const start = { x: from.x + plate.x + plate.width, y: from.y + middle };
    const end = { x: to.x + plate.x, y: to.y + middle };
    if (from.y === to.y) return [start, end];
    const bend = spine(b) - CROSSING;
    return [start, { x: bend, y: start.y }, { x: bend, y: end.y }, end];
  };
  const slot = (pair: number): Point => {
    const { a, b } = PAIRS[pair]!;
    if (isUpper(a) === isUpper(b)) return { x: spine(a), y: (city(a).y + city(b).y) / 2 + middle };
    return { x: spine(b) - CROSSING, y: city(a).y + middle - 4 };
  };
  return {
    name: "tall",
    width: wide,
    height: high,
    units: (pixels) => (pixels * wide) / (width || wide),
    city,
    measures,
    slot,
    road,
    spare: cities <= FEW_CITIES ? { x: left[0]!, y: row } : null,
    deck: cities <= FEW_CITIES ? { x: left[0]! + 10, y: row + (row - 66) / 2 } : null,
  };
}

function middleOf(line: Point[]): Point {
  const [start, end] = [line[0]!, line.at(-1)!];
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

/** How high the floors of a city are drawn, so that its tallest tower has room, with its roof once it is complete. */
export function storeyOf({ rise, storey, roof, flag }: Measures, floors: number, complete: boolean): number {
  return Math.min(storey, (rise - flag - (complete ? roof : 0)) / Math.max(1, floors));
}

/** The card place of a city. */
export function cardBox(layout: Layout, city: number): Box {
  const { x, y } = layout.city(city);
  const { card } = layout.measures;
  return { ...card, x: x + card.x, y: y + card.y };
}

/** The column of a site from the ground up to where towers may rise. */
export function siteBox(layout: Layout, city: number, site: number): Box {
  const { x, y } = layout.city(city);
  const { towers, floor, rise } = layout.measures;
  const gap = towers[1] - towers[0] - floor;
  return { x: x + towers[site]! - gap / 2, y: y - rise, width: floor + gap, height: rise + 8 };
}

/** Everything that belongs to a city. */
export function cityBox(layout: Layout, city: number): Box {
  const { x, y } = layout.city(city);
  const { plate, rise, card, tokens, token } = layout.measures;
  const right = Math.max(card.x + card.width, tokens[1].x + token, plate.x + plate.width);
  return { x, y: y - rise, width: right + 2, height: rise + plate.y + plate.height };
}

export function slotBox(layout: Layout, pair: number): Box {
  const { x, y } = layout.slot(pair);
  const { slot } = layout.measures;
  return { x: x - slot, y: y - slot, width: 2 * slot, height: 2 * slot };
}

/** A size for letters: as drawn, or larger where the map is small, so that they can be read. */
export function letters(layout: Layout, drawn: number): number {
  return Math.max(drawn, layout.units(LEAST_LETTER));
}

/** What a fingertip needs; less where the map is so small that there is only a mouse. */
function leastTarget(layout: Layout): number {
  return Math.min(layout.units(LEAST_TARGET), WIDEST_TARGET);
}

/**
 * What a finger may press for a site: at least as wide as a fingertip, away from the other site of the city. At the edge of the
 * map there is no room beside it, and the two share what there is.
 */
export function siteTarget(layout: Layout, city: number, site: number): Box {
  const box = siteBox(layout, city, site);
  const least = leastTarget(layout);
  const border = Math.max(siteBox(layout, city, 1).x, least);
  const height = Math.max(box.height, least);
  const width = Math.max(box.width, least);
  const y = box.y + box.height - height;
  return site ? { x: border, y, width, height } : { x: border - width, y, width, height };
}

/** What a finger may press for the card of a city. */
export function cardTarget(layout: Layout, city: number): Box {
  return grown(layout, cardBox(layout, city));
}

/** What a finger may press for a messenger. Those that lie near each other grow away from each other. */
export function slotTarget(layout: Layout, pair: number): Box {
  const box = grown(layout, slotBox(layout, pair));
  const { a, b } = PAIRS[pair]!;
  const isCrossing = isUpper(a) !== isUpper(b);
  if (layout.name === "wide") {
    const { plate } = layout.measures;
    const along = Math.min(layout.city(a).y, layout.city(b).y) + plate.y + plate.height / 2;
    return isCrossing ? { ...box, y: Math.max(box.y, along + leastTarget(layout) / 2) } : box;
  }
  if (isUpper(a) && isUpper(b)) return box;
  const border = layout.slot(pair).x + ((isCrossing ? 1 : -1) * CROSSING) / 2;
  return { ...box, x: isCrossing ? border - box.width : border };
}

/** A box that is large enough for a finger, within the map. */
function grown(layout: Layout, box: Box): Box {
  const least = leastTarget(layout);
  const [width, height] = [Math.max(box.width, least), Math.max(box.height, least)];
  const held = (at: number, most: number): number => Math.max(0, Math.min(at, most));
  const x = held(box.x - (width - box.width) / 2, layout.width - width);
  return { x, y: held(box.y - (height - box.height) / 2, layout.height - height), width, height };
}

export function isInside(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

export function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The city under a point of the map, or -1. */
export function cityAt(layout: Layout, view: View, point: Point): number {
  for (let city = 0; city < view.cities; city++) if (isInside(cityBox(layout, city), point)) return city;
  return NONE;
}
