/**
 * What it means to let a card or a floor go somewhere: the moves that somebody had in mind, or why it goes back. Whether
 * the moves are possible is for the choices to say.
 */
import { cityAt, type Layout, type Point } from "./geometry";
import { CARDS, CITIES, NONE, PHASE, plannerOf, type Move, type View } from "./reading";
import { moveMeant, placeAt, playOf, type Place } from "./targets";

/** What can be carried: a card of the hand, the card that lies at a city, or the top floor of a tower. */
export type Piece = { held: number } | { lying: number } | { top: { city: number; site: number } };

/** Where something is let go: in a city, perhaps on a site of it, or in the hand. */
export type Spot = { city: number; place: Place | null } | "hand";

/** What somebody meant: a move, perhaps with one that follows it, or something in a city for which there is no move. */
export type Drop = { move: Move; then: Move | null } | { city: number; reason: string };

/** The spot at a point of the map; null where nothing is. */
export function spotAt(layout: Layout, view: View, point: Point): Spot | null {
  const city = cityAt(layout, view, point);
  return city === NONE ? null : { city, place: placeAt(layout, view, point) };
}

/** What it means to let a piece go at a spot; null if it means nothing and the piece just goes back. */
export function dropOf(view: View, piece: Piece, spot: Spot): Drop | null {
  if ("lying" in piece) return spot === "hand" ? only(moveMeant(view, { card: piece.lying })) : null;
  if (spot === "hand") return null;
  if ("held" in piece) return dropOfCard(view, piece.held, spot);
  const { city, site } = piece.top;
  if (spot.city !== city)
    return { city: spot.city, reason: `This floor can only go to the other site of ${CITIES[city]!.name}.` };
  return siteIn(spot.place) === 1 - site ? only(moveOf(view, city, site)) : null;
}

function dropOfCard(view: View, card: number, { city, place }: Exclude<Spot, "hand">): Drop | null {
  const { city: own, name } = CARDS[card]!;
  if (city !== own) return { city, reason: `${name} builds in ${CITIES[own]!.name}.` };
  const site = siteIn(place);
  const floor = site === NONE ? null : ({ floor: { site: site + 1 } } as Move);
  if (plannerOf(view) === NONE || view.plan_card[view.turn] !== card) return { move: playOf(card), then: floor };
  return floor && only(floor);
}

function only(move: Move): Drop {
  return { move, then: null };
}

function siteIn(place: Place | null): number {
  return place && "site" in place ? place.site : NONE;
}

function moveOf(view: View, city: number, site: number): Move {
  const spot = { city: CITIES[city]!.id, site: site + 1 };
  return (view.phase === PHASE.moving_after ? { move_after: spot } : { move: spot }) as Move;
}
