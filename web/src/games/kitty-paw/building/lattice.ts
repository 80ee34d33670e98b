/**
 * The mat as a picture: where places lie, what a piece covers, and which place is meant by a point. A hexagon has radius
 * 100. What lies free is told here before the table has answered; whether a piece may lie there is for the table to say.
 */
import { PAGE } from "../generated";
import type { Point } from "../../boards/pointing";
import type { Direction } from "../../boards/rows";
import { BOBTAIL, BREEDS, HIDE, NONE, PIECES, isBorder, levelOf, lyingOn, type Need, type View } from "../reading";

/** From one cell to the next in a row, and from row to row. */
export const STEP = 173.2;
export const PITCH = 150;
/** The mat with a margin around its cells. */
export const MAT = { x: -112, y: -126, width: 1350, height: 1152 } as const;

/**
 * How far from a place a press is still meant for it, in units of the mat. A cell is 173 wide; where it is drawn 28 pixels
 * wide, as on small phones, a press within 24 pixels counts, so everything has a target of 44 pixels and more. The nearest
 * one is meant, so no two targets overlap.
 */
export const REACH = 150;
/** The box card, where pieces are numbered. */
export const BOX_CARD = 100;
/** A tile that lies across a border must be meant: cells are this much nearer than they look. */
const CELLS_FIRST = 22;

/** Where doubled lattice coordinates lie. */
export function pointAt(q2: number, r2: number): Point {
  return { x: (STEP / 2) * (q2 + r2 / 2), y: (PITCH / 2) * r2 };
}

export function pointOf(place: number): Point {
  const { q2, r2 } = PAGE.places[place]!;
  return pointAt(q2, r2);
}

/** The second cell of a Bobtail; -1 if it is not on the mat. */
export function tailOf(head: number, rot: number): number {
  return PAGE.next[head]?.[rot] ?? NONE;
}

/** The cells that a piece covers on the ground. */
export function covered(piece: number, place: number, rot: number): number[] {
  if (place < 0 || isBorder(place)) return [];
  return piece === BOBTAIL ? [place, tailOf(place, rot)] : [place];
}

function isFree(view: View, seat: number, cell: number, mover: number): boolean {
  for (let piece = 0; piece < PIECES; piece++)
    if (piece !== mover && covered(piece, view.place[seat]![piece]!, view.rot[seat]![piece]!).includes(cell))
      return false;
  return true;
}

/** Whether tiles on two borders do not touch. */
function areApart(place: number, other: number): boolean {
  const [one, two] = [PAGE.places[place]!, PAGE.places[other]!];
  const [dq, dr] = [one.q2 - two.q2, one.r2 - two.r2];
  return dq * dq + dq * dr + dr * dr >= 4;
}

/** Whether a piece would find room at a place of a mat. */
export function hasRoom(view: View, seat: number, piece: number, place: number, rot: number): boolean {
  if (isBorder(place)) {
    if (levelOf(view, seat) !== 3 || piece === BOBTAIL || piece === HIDE) return false;
    return view.place[seat]!.every(
      (other, tile) => tile === piece || tile >= BREEDS || other < 0 || !isBorder(other) || areApart(place, other),
    );
  }
  if (piece === HIDE && place === view.box[seat]) return false;
  return covered(piece, place, rot).every((cell) => cell >= 0 && isFree(view, seat, cell, piece));
}

/** All places where a piece would find room. */
export function roomFor(view: View, seat: number, piece: number, rot: number): number[] {
  return PAGE.places.map((_, place) => place).filter((place) => hasRoom(view, seat, piece, place, rot));
}

/** The tile on the box card of a seat, or -1. */
export function onBox(view: View, seat: number): number {
  for (let piece = 0; piece < BREEDS; piece++)
    if (covered(piece, view.place[seat]![piece]!, view.rot[seat]![piece]!).includes(view.box[seat]!)) return piece;
  return NONE;
}

/** Where the tile on the box comes to lie if the box goes to a cell: the head of a Bobtail. */
export function headAfter(view: View, seat: number, cell: number): number {
  const tile = onBox(view, seat);
  if (tile === BOBTAIL && view.place[seat]![tile] !== view.box[seat])
    return tailOf(cell, (view.rot[seat]![tile]! + 3) % 6);
  return cell;
}

/** Cells to which the box card, and the tile on it, could go. */
export function roomForBox(view: View, seat: number): number[] {
  const tile = onBox(view, seat);
  return Array.from({ length: PAGE.cells }, (_, cell) => cell).filter((cell) => {
    if (cell === view.box[seat] || !isFree(view, seat, cell, tile)) return false;
    const head = headAfter(view, seat, cell);
    return tile < 0 || (head >= 0 && hasRoom(view, seat, tile, head, view.rot[seat]![tile]!));
  });
}

/** The place among some that is meant by a point; -1 if none is near. */
export function nearest(places: readonly number[], { x, y }: Point): number {
  let best = NONE;
  let least = REACH;
  for (const place of places) {
    const at = pointOf(place);
    const away = Math.hypot(at.x - x, at.y - y) + (isBorder(place) ? CELLS_FIRST : 0);
    if (away < least) [best, least] = [place, away];
  }
  return best;
}

/** What lies nearest to a point of a mat: a piece by its number, or the box card; -1 if nothing is near. */
export function thingAt(view: View, seat: number, point: Point): number {
  const things = lyingOn(view, seat).flatMap(({ piece, place, rot }) =>
    (isBorder(place) ? [place] : covered(piece, place, rot)).map((at) => ({ thing: piece, at })),
  );
  if (onBox(view, seat) < 0) things.push({ thing: BOX_CARD, at: view.box[seat]! });
  let [best, least] = [NONE, REACH];
  for (const { thing, at } of things) {
    const { x, y } = pointOf(at);
    const away = Math.hypot(x - point.x, y - point.y);
    if (away < least) [best, least] = [thing, away];
  }
  return best;
}

const TURNS: Record<Direction, number> = { right: 0, down: 90, left: 180, up: 270 };

/** The next place among some in the direction of an arrow key: the nearest in a quarter of the circle. */
export function neighbourOf(places: readonly number[], from: number, direction: Direction): number {
  const start = pointOf(from);
  const angle = (TURNS[direction] * Math.PI) / 180;
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const at = pointOf(place);
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dy * right - dx * down);
    if (ahead <= 1 || aside > ahead * 1.05) continue;
    const cost = ahead + aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The room that a pattern needs around its box card. */
export function boundsOf(pattern: readonly Need[]): Box {
  const points = [{ x: 0, y: 0 }];
  for (const { piece, q2, r2, rot } of pattern) {
    points.push(pointAt(q2, r2));
    if (piece === BOBTAIL) {
      const turn = (rot * Math.PI) / 3;
      const head = pointAt(q2, r2);
      points.push({ x: head.x + STEP * Math.cos(turn), y: head.y + STEP * Math.sin(turn) });
    }
  }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - 96, Math.min(...ys) - 106];
  return { x, y, width: Math.max(...xs) + 96 - x, height: Math.max(...ys) + 106 - y };
}
