/** What is shown of sites and cards while somebody considers a card: floors to be, and what can be taken up. */
import type { SeatInfo } from "../../../table/board";
import type { Piece } from "../drops";
import { outlooks } from "../explain";
import type { Foresight } from "../foresight";
import { CARDS, NONE, towersOf, type View } from "../reading";
import { keyOf, type Place, type Target } from "../targets";
import type { Site } from "./CityPlace.svelte";

/** What is considered at a moment. */
export interface Considering {
  view: View;
  viewer: number | null;
  seats: SeatInfo[];
  targets: Target[];
  /** The place that is pointed at. */
  hot: Place | null;
  /** What is carried, from where it was taken up until it lies again, and while it is held. */
  piece: Piece | null;
  held: Piece | null;
  /** The card in question, and the one that is planned; -1 if none is. */
  considered: number;
  planned: number;
  foresight: Foresight | null;
}

export function targetAt(targets: Target[], place: Place): Target | undefined {
  return targets.find((target) => keyOf(target.place) === keyOf(place));
}

/** The city of the card in question; -1 without one. */
export function litCity(considered: number): number {
  return considered === NONE ? NONE : CARDS[considered]!.city;
}

/** What is shown of a site: floors that would stand there, and whether the top floor can be moved. */
export function siteOf(now: Considering, city: number, site: number): Site {
  const { view, viewer, seats, targets, hot, held, considered, planned, foresight } = now;
  const lit = litCity(considered);
  const target = targetAt(targets, { city, site });
  const isHot = hot !== null && keyOf(hot) === keyOf({ city, site });
  const top = held && "top" in held ? held.top : null;
  if (top && top.city === city && top.site !== site) return siteForFloor(now, city, site, isHot);
  const builds = target !== undefined && "floor" in target.choice.move;
  const ghosts = builds ? 1 : city === lit && planned === NONE && foresight ? foresight.floors : 0;
  const next = ghosts && viewer !== null ? outlooks(view, seats, viewer, city, ghosts)[site]!.then : NONE;
  const isGoal = target !== undefined || (held !== null && "held" in held && city === lit);
  return { ghosts, open: builds, hot: isHot && isGoal, movable: target !== undefined && !builds, next };
}

/** The site to which the floor that is carried could go. */
function siteForFloor({ view, seats }: Considering, city: number, site: number, isHot: boolean): Site {
  const owner = towersOf(view, city)[1 - site]!.at(-1)?.seat ?? NONE;
  const next = outlooks(view, seats, owner, city, 1)[site]!.then;
  return { ghosts: 1, open: true, hot: isHot, movable: false, next };
}

/** How the card that lies at a city is shown. */
export function cardState(now: Considering, city: number): "" | "open" | "due" | "hot" | "away" {
  const { targets, hot, piece, considered } = now;
  if (piece && "lying" in piece && piece.lying === city) return "away";
  const target = targetAt(targets, { card: city });
  if (target) return hot && keyOf(hot) === keyOf(target.place) ? "hot" : targets.length === 1 ? "due" : "open";
  const due = litCity(considered) === city && CARDS[considered]!.symbol !== "draw_any";
  return due ? "open" : "";
}
