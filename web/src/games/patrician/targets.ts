/** Choices as places on the map: what a click there would play, and what to ask about when it is no choice. */
import type { Choice } from "../../table/board";
import { cardBox, centreOf, isInside, siteBox, slotBox, type Box, type Layout, type Point } from "./geometry";
import { CARDS, CITIES, NONE, PAIRS, PHASE, cityNamed, pairNamed, pairsOf, type Move, type View } from "./reading";

/** Something on the map that can be pointed at. */
export type Place = { city: number; site: number } | { card: number } | { pair: number };
export type Direction = "up" | "right" | "down" | "left";

export interface Target {
  place: Place;
  choice: Choice<Move>;
}

/** The place at which a move is made; null for moves that are not made on the map. Floors go to the city being built in. */
export function placeOf(view: View, move: Move): Place | null {
  if ("floor" in move) {
    const city = CARDS[view.plan_card[view.turn] ?? NONE]?.city ?? NONE;
    return city === NONE ? null : { city, site: move.floor.site - 1 };
  }
  if ("move" in move) return { city: cityNamed(move.move.city), site: move.move.site - 1 };
  if ("move_after" in move) return { city: cityNamed(move.move_after.city), site: move.move_after.site - 1 };
  if ("take" in move) return { card: cityNamed(move.take.city) };
  if ("messenger" in move) return { pair: pairNamed(move.messenger.between) };
  return null;
}

/** Every place that plays a choice. */
export function targetsOf(view: View, choices: Choice<Move>[]): Target[] {
  return choices.flatMap((choice) => {
    const place = placeOf(view, choice.move);
    return place ? [{ place, choice }] : [];
  });
}

export function keyOf(place: Place): string {
  return JSON.stringify(place);
}

export function boxOf(layout: Layout, place: Place): Box {
  if ("card" in place) return cardBox(layout, place.card);
  return "pair" in place ? slotBox(layout, place.pair) : siteBox(layout, place.city, place.site);
}

/** What lies under a point of the map; null where nothing does. */
export function placeAt(layout: Layout, view: View, point: Point): Place | null {
  const places: Place[] = [];
  if (view.messengers) for (const pair of pairsOf(view)) places.push({ pair });
  for (let city = 0; city < view.cities; city++) places.push({ card: city }, { city, site: 0 }, { city, site: 1 });
  return places.find((place) => isInside(boxOf(layout, place), point)) ?? null;
}

/** The move that somebody who clicks a place most likely had in mind. */
export function moveMeant(view: View, place: Place): Move {
  if ("card" in place) return { take: { city: CITIES[place.card]!.id } } as Move;
  if ("pair" in place) return { messenger: { between: PAIRS[place.pair]!.id } } as Move;
  const spot = { city: CITIES[place.city]!.id, site: place.site + 1 };
  if (view.phase === PHASE.moving_after) return { move_after: spot } as Move;
  const built = CARDS[view.plan_card[view.turn] ?? NONE]?.city ?? NONE;
  if (built !== NONE && built !== place.city) return { move: spot } as Move;
  return { floor: { site: spot.site } } as Move;
}

export function playOf(card: number): Move {
  return { play: { card: CARDS[card]!.id } } as Move;
}

export function find(choices: Choice<Move>[], move: Move): Choice<Move> | undefined {
  return choices.find((choice) => isSame(choice.move, move));
}

/** Whether two moves are the same move. */
export function isSame(one: Move | null, other: Move | null): boolean {
  return one !== null && other !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** Places whose heights differ by no more than this form a row. */
const ROW = 14;

/**
 * The next place from one of them in the direction of an arrow key: along its row, or the nearest one in the row above or
 * below. So every place can be reached, however irregularly they lie.
 */
export function neighbour(points: Point[], from: number, direction: Direction): number {
  const rows = rowsOf(points);
  const at = rows.findIndex((row) => row.includes(from));
  if (direction === "left" || direction === "right") {
    const row = rows[at] ?? [];
    return row[row.indexOf(from) + (direction === "left" ? -1 : 1)] ?? from;
  }
  const across = (index: number) => Math.abs(points[index]!.x - points[from]!.x);
  const next = rows[at + (direction === "up" ? -1 : 1)] ?? [from];
  return next.reduce((best, index) => (across(index) < across(best) ? index : best));
}

/** Places by rows from top to bottom, each from left to right. */
function rowsOf(points: Point[]): number[][] {
  const rows: number[][] = [];
  let top = -Infinity;
  const falling = points.map((_, index) => index).sort((one, other) => points[one]!.y - points[other]!.y);
  for (const index of falling) {
    if (points[index]!.y - top > ROW) {
      top = points[index]!.y;
      rows.push([]);
    }
    rows.at(-1)!.push(index);
  }
  return rows.map((row) => row.sort((one, other) => points[one]!.x - points[other]!.x));
}

export function pointsOf(layout: Layout, places: Place[]): Point[] {
  return places.map((place) => centreOf(boxOf(layout, place)));
}
