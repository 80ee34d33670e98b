/** Choices as places on the map: what a click there would play, and what to ask about when it is no choice. */
import type { Choice } from "../../table/board";
import {
  DECK,
  cardBox,
  cardTarget,
  centreOf,
  isInside,
  siteBox,
  siteTarget,
  slotBox,
  slotTarget,
  type Box,
  type Layout,
  type Point,
} from "./geometry";
import { CARDS, CITIES, NONE, PAIRS, PHASE, cityNamed, pairNamed, pairsOf, type Move, type View } from "./reading";

/** Something on the map that can be pointed at. */
export type Place = { city: number; site: number } | { card: number } | { pair: number };

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

/** What is pressed for a place that can be chosen: large enough for a finger. */
export function targetBoxOf(layout: Layout, place: Place): Box {
  if ("card" in place) return cardTarget(layout, place.card);
  return "pair" in place ? slotTarget(layout, place.pair) : siteTarget(layout, place.city, place.site);
}

/** What lies under a point of the map; null where nothing does. */
export function placeAt(layout: Layout, view: View, point: Point): Place | null {
  const places: Place[] = [];
  if (view.messengers) for (const pair of pairsOf(view)) places.push({ pair });
  for (let city = 0; city < view.cities; city++) places.push({ card: city }, { city, site: 0 }, { city, site: 1 });
  return places.find((place) => isInside(boxOf(layout, place), point)) ?? null;
}

/** The deck is no place of a move: cards come from it by themselves. */
export function isOnDeck(layout: Layout, point: Point): boolean {
  return layout.deck !== null && isInside({ ...layout.deck, ...DECK }, point);
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

export function pointsOf(layout: Layout, places: Place[]): Point[] {
  return places.map((place) => centreOf(boxOf(layout, place)));
}
