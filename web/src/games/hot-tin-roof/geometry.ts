/**
 * Where things lie on the board, in its own units. There are two boards: a wide one, and a tall one for narrow places on
 * which rows become columns, so that neighbours stay neighbours. Both are made from the places in the component file. Where
 * a board is drawn small its letters grow in its units, so that they can be read.
 */
import { DUMPSTERS, GAPS, ROOFTOPS, catsOn, isSameCat, roofOf, type Cat, type View, type Way } from "./reading";

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}
/** Where a piece stands: the middle of its foot, and how large it is drawn. */
export interface Spot extends Point {
  size: number;
}
/** A gap: where its two ends are, from the lower letter to the higher one, and how broad its catwalk is. */
export interface Span {
  from: Point;
  to: Point;
  breadth: number;
}

export interface Layout {
  name: "wide" | "tall";
  width: number;
  height: number;
  /** How many pixels a unit is. */
  scale: number;
  /** How large letters are at least. */
  text: number;
  /** Whether there is room for whole names and sentences beside the pieces, not only for letters and numbers. */
  roomy: boolean;
  /** Where the street begins. */
  street: number;
  rooftop: (rooftop: number) => Point;
  /** The deck of a rooftop and its name plate, from the middle of the rooftop. */
  roof: Box;
  plate: Box;
  /** Where cats stand, from the middle of the rooftop, and their sizes by how many share it. */
  foot: number;
  deck: number;
  sizes: readonly number[];
  /** How far the shelter's cloth lies above the middle, and how large it is drawn. */
  cloth: { y: number; width: number; height: number };
  span: (gap: number) => Span;
  dumpster: (dumpster: number) => Box;
  market: Box;
  stock: Box;
  chip: number;
}

const WIDE_ROOF: Box = { x: -60, y: -46, width: 120, height: 99 };

function wideRooftop(rooftop: number): Point {
  const { x, y } = ROOFTOPS[rooftop]!;
  return { x: 75 + 170 * x, y: 112 + 187 * y };
}

/** Neighbours in a row are joined from wall to wall, others from the plate of the upper one to the eave of the lower. */
function wideSpan(gap: number): Span {
  const [upper, lower] = endsOf(gap, wideRooftop, (one, other) => other.y - one.y || other.x - one.x);
  if (lower.y === upper.y)
    return { from: { x: upper.x + 60, y: upper.y - 2 }, to: { x: lower.x - 60, y: lower.y - 2 }, breadth: 22 };
  const lean = 36 * Math.sign(lower.x - upper.x);
  return { from: { x: upper.x + lean, y: upper.y + 53 }, to: { x: lower.x - lean, y: lower.y - 47 }, breadth: 22 };
}

function wideDumpster(dumpster: number): Box {
  const { x, kind } = DUMPSTERS[dumpster]!;
  const width = kind === "home" ? 156 : 128;
  return { x: 75 + 170 * x - width / 2, y: 624, width, height: 154 };
}

function tallDumpsters(y: number, height: number): (dumpster: number) => Box {
  const homes = DUMPSTERS.filter(({ kind }) => kind === "home").length;
  return (dumpster) => {
    const isHome = DUMPSTERS[dumpster]!.kind === "home";
    const x = isHome ? 4 + 84 * dumpster : 4 + 84 * homes + 67 * (dumpster - homes);
    return { x, y, width: isHome ? 80 : 63, height };
  };
}

/** The rooftops at both ends of a gap, the one that comes first as the board is read in front. */
function endsOf(
  gap: number,
  place: (rooftop: number) => Point,
  order: (one: Point, other: Point) => number,
): [Point, Point] {
  const [a, b] = [place(GAPS[gap]!.a), place(GAPS[gap]!.b)];
  return order(a, b) >= 0 ? [a, b] : [b, a];
}

export const WIDE: Layout = {
  name: "wide",
  width: 1000,
  height: 780,
  scale: 1,
  text: 14.5,
  roomy: true,
  street: 608,
  rooftop: wideRooftop,
  roof: WIDE_ROOF,
  plate: { x: -58, y: 31, width: 116, height: 22 },
  foot: 24,
  deck: 100,
  sizes: [0, 52, 47, 34, 31, 25, 25, 25, 25],
  cloth: { y: -50, width: 120, height: 40 },
  span: wideSpan,
  dumpster: wideDumpster,
  market: { x: 12, y: 456, width: 160, height: 126 },
  stock: { x: 836, y: 458, width: 158, height: 104 },
  chip: 27,
};

const TALL_WIDTH = 390;
/** How high the tall board is at most and at least: where there is less room, roofs and the ways between them are lower. */
const TALLEST = 518;
const SHORTEST = 442;

/** The tall board of some height. */
function tallOf(height: number): Layout {
  const short = (TALLEST - height) / (TALLEST - SHORTEST);
  const between = (high: number, low: number): number => high + (low - high) * short;
  const roof: Box = { x: -51, y: between(-28, -24), width: 102, height: between(58, 50) };
  const [eave, wall] = [roof.y, roof.y + roof.height];
  const [first, step, street] = [between(36, 30), between(72, 61), between(430, 363)];
  const rooftop = (number: number): Point => {
    const { x, y } = ROOFTOPS[number]!;
    return { x: 58 + 137 * y, y: first + step * x };
  };
  const span = (gap: number): Span => {
    const [left, right] = endsOf(gap, rooftop, (one, other) => other.x - one.x || other.y - one.y);
    if (left.x === right.x)
      return { from: { x: left.x, y: left.y + wall }, to: { x: right.x, y: right.y + eave }, breadth: 22 };
    const lean = 11 * Math.sign(right.y - left.y);
    return {
      from: { x: left.x + 50, y: left.y - 6 + lean },
      to: { x: right.x - 50, y: right.y - 6 - lean },
      breadth: 17,
    };
  };
  const market = short > 0 ? 58 : 72;
  return {
    name: "tall",
    width: TALL_WIDTH,
    height,
    scale: 1,
    text: 12.5,
    roomy: false,
    street,
    rooftop,
    roof,
    plate: { x: -49, y: wall - 17, width: 98, height: 17 },
    foot: wall - 18,
    deck: 92,
    sizes: [0, between(34, 31), between(33, 31), between(28, 27), 25, ...Array<number>(4).fill(between(19, 18))],
    cloth: { y: eave - 1, width: 101, height: between(25, 22) },
    span,
    dumpster: tallDumpsters(street + 3, height - street - 5),
    market: { x: 277, y: street - 1 - market, width: 106, height: market },
    stock: { x: 272, y: 6, width: 114, height: between(66, 55) },
    chip: 24,
  };
}

export const TALL = tallOf(TALLEST);
export const SHORT = tallOf(SHORTEST);

/** How high a place has to be, against its width, for the tall board to fill it from side to side. */
export const WHOLE_WIDTH = SHORTEST / TALL_WIDTH;

/** Narrower than this, and higher than wide, the tall board is drawn. */
const NARROW = 520;
/** How high letters are at least, in pixels; a little more than can be read well, since sizes are rounded. */
const LEGIBLE = 11.1;
/** Up to this size letters leave room for names, in units of the wide board. */
const ROOMY = 15.6;
/** How large the number on a chip is, against the chip. */
const ON_CHIP = 11.5 / 22;

/** The board for a place of some size in pixels; its height may not be known yet. */
export function layoutFor(width: number, height = 0): Layout {
  const isLow = height > 0 && height < width;
  const board = width < NARROW && !isLow ? tallIn(width, height) : WIDE;
  const across = height > 0 ? Math.min(width, (height * board.width) / board.height) : width;
  return lettered(board, across / board.width);
}

/** The tall board that fits a place best. */
function tallIn(width: number, height: number): Layout {
  if (height === 0) return TALL;
  return tallOf(Math.max(SHORTEST, Math.min(TALLEST, (TALL_WIDTH * height) / width)));
}

/** A board at some scale, with letters that can be read there. */
function lettered(board: Layout, scale: number): Layout {
  const text = Math.max(board.text, LEGIBLE / scale);
  if (text === board.text) return { ...board, scale };
  return {
    ...board,
    scale,
    text,
    roomy: board.roomy && text <= ROOMY,
    plate: plateFor(board, text),
    chip: Math.max(board.chip, text / ON_CHIP),
  };
}

/** Plates grow with their letters, upwards and downwards. */
function plateFor({ plate }: Layout, text: number): Box {
  const height = Math.max(plate.height, 1.3 * text);
  return { ...plate, y: plate.y - (3 * (height - plate.height)) / 4, height };
}

/** A rooftop with its name, as something to point at. */
export function roofBox(layout: Layout, rooftop: number): Box {
  const { x, y } = layout.rooftop(rooftop);
  const { roof } = layout;
  return { x: x + roof.x, y: y + roof.y, width: roof.width, height: roof.height };
}

/** A rectangle along a gap, of some breadth and at least some length. */
export function along({ from, to }: Span, breadth: number, least = 0): Record<string, string | number> {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const angle = (Math.atan2(down, right) * 180) / Math.PI;
  const transform = `translate(${from.x} ${from.y}) rotate(${angle})`;
  const length = Math.hypot(right, down);
  const over = Math.max(0, least - length) / 2;
  return { transform, x: -over, y: -breadth / 2, width: length + 2 * over, height: breadth };
}

export function middleOf({ from, to }: Span): Point {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

export function middleOfBox({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where a cat stands: one row for up to four on a rooftop, two rows for more. */
export function catSpot(layout: Layout, view: View, cat: Cat): Spot {
  const rooftop = roofOf(view, cat);
  const cats = catsOn(view, rooftop);
  return placeInCrowd(
    layout,
    rooftop,
    cats.findIndex((other) => isSameCat(other, cat)),
    cats.length,
  );
}

/** The place of one of so many cats on a rooftop. */
export function placeInCrowd(layout: Layout, rooftop: number, index: number, count: number): Spot {
  const { x, y } = layout.rooftop(rooftop);
  const size = layout.sizes[Math.min(count, layout.sizes.length - 1)] ?? 0;
  const inRow = count > 4 ? Math.ceil(count / 2) : count;
  const row = Math.floor(index / inRow);
  const here = row === 0 ? inRow : count - inRow;
  const pitch = Math.min(layout.deck / here, size + 4);
  const back = count > 4 && row === 0 ? size - 1 : 0;
  return { x: x + ((index % inRow) - (here - 1) / 2) * pitch, y: y + layout.foot - back, size };
}

/** The end of a gap at a rooftop. */
function endAt(layout: Layout, gap: number, rooftop: number): Point {
  const { from, to } = layout.span(gap);
  const { x, y } = layout.rooftop(rooftop);
  return Math.hypot(from.x - x, from.y - y) < Math.hypot(to.x - x, to.y - y) ? from : to;
}

/** Where a walk comes onto the deck from the end of a gap. */
function inside(layout: Layout, gap: number, rooftop: number): Point {
  const end = endAt(layout, gap, rooftop);
  const { x, y } = layout.rooftop(rooftop);
  const line = y - 2;
  const isBeside = Math.abs(end.x - x) > 45;
  if (!isBeside) return { x: end.x, y: line };
  return { x: x + 40 * Math.sign(end.x - x), y: layout.name === "wide" ? line : end.y };
}

/** The corners of a walk, from the middle of its first deck to a point on its last one. */
export function cornersOf(layout: Layout, ways: readonly Way[], from: Point, to: Point): Point[] {
  const corners = [from];
  for (const { gap, from: here, to: there } of ways)
    corners.push(
      inside(layout, gap, here),
      endAt(layout, gap, here),
      endAt(layout, gap, there),
      inside(layout, gap, there),
    );
  return [...corners, to];
}

/** A line through corners, with the corners rounded off. */
export function rounded(corners: readonly Point[], radius: number): string {
  const [first, ...rest] = corners;
  if (!first) return "";
  const parts = [`M${spot(first)}`];
  rest.forEach((corner, index) => {
    const next = rest[index + 1];
    if (!next) return parts.push(`L${spot(corner)}`);
    const last = corners[index]!;
    parts.push(`L${spot(towards(corner, last, radius))}Q${spot(corner)} ${spot(towards(corner, next, radius))}`);
  });
  return parts.join("");
}

/** A point some way from one towards another, at most half of it. */
function towards(from: Point, to: Point, most: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length ? Math.min(most, length / 2) / length : 0;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function spot({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
