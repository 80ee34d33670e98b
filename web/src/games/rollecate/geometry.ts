/**
 * Where things lie on the table: cells of the railway, the line of the rails, and how all of it fits the room there is.
 * A card is 100 units wide; y grows downwards, as on a screen. Knows nothing of choices.
 */
import { PAGE } from "./generated";
import { placesOf, type Bend, type View } from "./reading";

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

/** How wide a card is. */
export const CARD = 100;
const HALF = CARD / 2;

const STEPS: readonly (readonly number[])[] = PAGE.steps;

/** The direction of a heading on the screen. */
export function direction(heading: number): Point {
  const [east, north] = STEPS[heading & 3]!;
  return { x: east!, y: north === 0 ? 0 : -north! };
}

/** The middle of a cell. */
export function middle(column: number, row: number): Point {
  return { x: column * CARD, y: row === 0 ? 0 : -row * CARD };
}

export function middleOf(view: View, place: number): Point {
  return middle(view.x[place] ?? 0, view.y[place] ?? 0);
}

/** Quarter turns against the clock that a bend makes. */
export function quarterTurns(bend: number): number {
  return PAGE.quarter_turns[bend] ?? 0;
}

export function bendNumber(bend: Bend): number {
  return PAGE.bends.indexOf(bend);
}

export function bendAt(number: number): Bend {
  return PAGE.bends[number] ?? "straight";
}

/** The heading with which a card is entered that is left with another one. */
export function entryHeading(view: View, place: number): number {
  return ((view.heading[place] ?? 0) - quarterTurns(view.bend[place] ?? 0) + 4) % 4;
}

/** Where the next card would go, and with which heading it is entered. */
export interface End {
  at: Point;
  heading: number;
  /** Whether a card of the railway lies there. */
  blocked: boolean;
}

export function endOf(view: View): End {
  if (view.end === 0) return { at: middle(0, 0), heading: 0, blocked: false };
  const heading = view.heading[view.end - 1] ?? 0;
  const last = middleOf(view, view.end - 1);
  const at = moved(last, heading, CARD);
  return { at, heading, blocked: isTaken(view, at) };
}

/** Whether a card of the railway lies at a point. */
export function isTaken(view: View, at: Point): boolean {
  return placesOf(view).some((place) => isSamePoint(middleOf(view, place), at));
}

function isSamePoint(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

export function moved(from: Point, heading: number, far: number): Point {
  const { x, y } = direction(heading);
  return { x: from.x + x * far, y: from.y + y * far };
}

/** How far the drawing of a track is turned with the clock, in degrees: straights lie west to east, curves west to south. */
export function turnOf(entered: number, bend: number): number {
  if (bend === 0) return entered % 2 === 0 ? 0 : 90;
  const left = (entered + quarterTurns(bend)) % 4;
  const sides = new Set([(entered + 2) % 4, left]);
  const [EAST, NORTH, WEST, SOUTH] = [0, 1, 2, 3];
  if (sides.has(WEST) && sides.has(SOUTH)) return 0;
  if (sides.has(WEST) && sides.has(NORTH)) return 90;
  return sides.has(EAST) && sides.has(NORTH) ? 180 : 270;
}

/** A point of the line, and which way a train looks there: degrees with the clock from east. */
export interface Stand extends Point {
  angle: number;
}

/** A point on the rails of a card: `along` is 0 where the train comes in and 1 where it leaves. */
export function railPoint(at: Point, entered: number, bend: number, along: number): Stand {
  const into = direction(entered);
  const start = moved(at, entered, -HALF);
  if (bend === 0)
    return { x: start.x + into.x * CARD * along, y: start.y + into.y * CARD * along, angle: angleOf(entered) };
  const leaving = (entered + quarterTurns(bend)) % 4;
  const corner = moved(start, leaving, HALF);
  const swept = (Math.PI / 2) * along;
  const outward = { x: start.x - corner.x, y: start.y - corner.y };
  return {
    x: corner.x + outward.x * Math.cos(swept) + into.x * HALF * Math.sin(swept),
    y: corner.y + outward.y * Math.cos(swept) + into.y * HALF * Math.sin(swept),
    angle: angleOf(entered) + (bend === 1 ? -90 : 90) * along,
  };
}

/** Degrees with the clock from east. */
function angleOf(heading: number): number {
  return [0, -90, 180, 90][heading & 3]!;
}

/**
 * Where the train is after so many cards, counted by places and parts of them: 3.5 is the middle of the card at place 3.
 * Beyond the last card she goes straight on, over the bare table.
 */
export function trainAt(view: View, way: number): Stand {
  const place = Math.min(Math.floor(way), view.end - 1);
  const along = way - place;
  const at = middleOf(view, place);
  const [entered, bend] = [entryHeading(view, place), view.bend[place] ?? 0];
  if (along <= 1) return railPoint(at, entered, bend, along);
  const edge = railPoint(at, entered, bend, 1);
  const { x, y } = direction(view.heading[place] ?? 0);
  return { x: edge.x + x * CARD * (along - 1), y: edge.y + y * CARD * (along - 1), angle: edge.angle };
}

/** From which side the engine is seen at an angle. */
export type Side = "east" | "north" | "west" | "south";

export function sideAt(angle: number): Side {
  const turned = (((angle % 360) + 360 + 45) % 360) / 90;
  return (["east", "south", "west", "north"] as const)[Math.floor(turned)]!;
}

/** Everything of the railway that should be in sight: its cards, and the cell where the next one would go. */
export function extentOf(view: View): Box {
  const points = placesOf(view).map((place) => middleOf(view, place));
  const end = endOf(view);
  if (!end.blocked) points.push(end.at);
  return around(points);
}

/** The same for the part that matters most: from the train to the end. */
function frontOf(view: View): Box {
  const points = placesOf(view)
    .filter((place) => place >= view.train)
    .map((place) => middleOf(view, place));
  return around([...points, endOf(view).at]);
}

function around(points: Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - HALF, Math.min(...ys) - HALF];
  return { x: left, y: top, width: Math.max(...xs) + HALF - left, height: Math.max(...ys) + HALF - top };
}

/** How the railway is laid into a room of so many pixels: pixels per unit, and where its origin is. */
export interface Fit extends Point {
  scale: number;
}

/** Cards are never drawn larger than this, nor so small that they cannot be read, in pixels. */
export const LARGEST = 128;
export const SMALLEST = 28;
/** Room beside the railway for the engine's smoke and for marks, in units. */
const MARGIN = 34;

export function fitOf(view: View, room: Box): Fit {
  const whole = extentOf(view);
  const scale = Math.min(scaleFor(whole, room), LARGEST / CARD);
  if (scale * CARD >= SMALLEST) return centred(whole, room, scale);
  return centred(frontOf(view), room, SMALLEST / CARD);
}

function scaleFor(box: Box, room: Size): number {
  return Math.min(room.width / (box.width + 2 * MARGIN), room.height / (box.height + 2 * MARGIN));
}

function centred(box: Box, room: Box, scale: number): Fit {
  return {
    scale,
    x: room.x + room.width / 2 - (box.x + box.width / 2) * scale,
    y: room.y + room.height / 2 - (box.y + box.height / 2) * scale,
  };
}

/** Where a point of the railway is on the screen, and the other way round. */
export function onScreen({ scale, x, y }: Fit, point: Point): Point {
  return { x: x + point.x * scale, y: y + point.y * scale };
}

export function onTable({ scale, x, y }: Fit, point: Point): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

/** How a table of so many pixels is divided: the cloth with draw pile and dice, and the wood where the railway lies. */
export interface Division {
  cloth: Box;
  wood: Box;
  /** Whether the cloth lies along the right edge; else along the bottom. */
  upright: boolean;
}

export function divide({ width, height }: Size): Division {
  if (width > 1.15 * height) {
    const wide = Math.min(150, Math.max(64, width * 0.17));
    return {
      cloth: { x: width - wide, y: 0, width: wide, height },
      wood: { x: 0, y: 0, width: width - wide, height },
      upright: true,
    };
  }
  const high = Math.min(130, Math.max(54, height * 0.2));
  return {
    cloth: { x: 0, y: height - high, width, height: high },
    wood: { x: 0, y: 0, width, height: height - high },
    upright: false,
  };
}
