/** Names and one-line explanations of what lies on the table, and what a card would bring, for labels and for listeners. */
import { PAGE } from "./generated";
import type { Choice, SeatInfo } from "../../table/board";
import {
  CARDS,
  CITIES,
  NONE,
  PAIRS,
  PERSONS,
  SITES,
  capital,
  countOf,
  counted,
  extraOf,
  isOver,
  isScored,
  leaderOf,
  limitOf,
  listed,
  nameOf,
  tokenOf,
  towersOf,
  withFloors,
  type Move,
  type Tower,
  type View,
} from "./reading";
import { whom } from "../boards/naming";
import type { Place } from "./targets";

/** What is said to whoever presses the deck, from which no move takes, and its clause. */
export const DECK_REFUSED = [
  "Cards of the deck are laid out by luck: you take one that lies face up.",
  "PAT-24",
] as const;

/** Everything there is to say about a place. */
export function explain(view: View, seats: SeatInfo[], place: Place, viewer: number | null): string {
  if ("pair" in place) return explainPair(view, place.pair);
  if ("card" in place) return explainCard(view, place.card);
  return explainCity(view, seats, place.city, viewer);
}

/** What is to be chosen now, for a place where it is not; empty while nothing is to be chosen. */
export function refusalAt(view: View, choices: readonly Choice<Move>[], place: Place): string {
  const offers = (kind: string): boolean => choices.some(({ move }) => kind in move);
  if (offers("play")) return "Not yet: first play a card of your hand.";
  if (offers("floor"))
    return `Not here: you build in ${CITIES[CARDS[view.plan_card[view.turn] ?? NONE]?.city ?? 0]!.name}.`;
  if (offers("messenger")) return "Not here: your messenger waits on a road.";
  if (offers("move") || offers("move_after"))
    return "card" in place ? "Not yet: first move a top floor, or none." : "This floor cannot be moved now.";
  return offers("take") ? "Not here: you take a card that is ringed." : "";
}

function explainPair(view: View, pair: number): string {
  const { a, b } = PAIRS[pair]!;
  const between = `${CITIES[a]!.name} and ${CITIES[b]!.name}`;
  if (view.messenger[pair]) return `A messenger between ${between}: each tower there pays ${PAGE.bonus} more.`;
  return `Room for a messenger between ${between}.`;
}

function explainCard(view: View, city: number): string {
  const card = view.face_up[city] ?? NONE;
  if (card < 0) return `No card lies at ${CITIES[city]!.name}.`;
  return `${CARDS[card]!.name} lies at ${CITIES[city]!.name}. ${does(card, view)}`;
}

/** What a card does, in a sentence or two. */
export function does(card: number, view: View): string {
  const { crests, symbol, heads, person, star } = CARDS[card]!;
  const parts = [`${capital(counted(crests, "floor"))}.`];
  if (symbol === "draw_any") parts.push("Take the card of any city.");
  if (symbol === "move_top") parts.push("Move a top floor in another city.");
  if (heads) parts.push(`${heads === 2 ? "Two portraits" : "A portrait"} of the ${PERSONS[person]}.`);
  if (star && view.messengers) parts.push("Star: you may place a messenger.");
  return parts.join(" ");
}

function explainCity(view: View, seats: SeatInfo[], city: number, viewer: number | null): string {
  const { name, high, low } = CITIES[city]!;
  const towers = towersOf(view, city);
  const floors = towers[0].length + towers[1].length;
  const extra = extraOf(view, city);
  const pays = isScored(view, city)
    ? "Complete."
    : `Pays ${high} for the taller tower and ${low} for the shorter one${extra ? `, and ${extra} more each` : ""}.`;
  return [
    `${name}, ${floors} of ${limitOf(city)} floors.`,
    ...SITES.map((site) => towerInWords(view, seats, city, site, viewer)),
    pays,
  ].join(" ");
}

/** A tower in words: who has how many floors in it, and who leads. */
export function towerInWords(view: View, seats: SeatInfo[], city: number, site: number, viewer: number | null): string {
  const tower = towersOf(view, city)[site]!;
  if (!tower.length) return `Site ${site + 1} is empty.`;
  const owners = [...new Set(tower.map(({ seat }) => seat))].sort(
    (one, other) => countOf(tower, other) - countOf(tower, one),
  );
  const shares = owners.map((seat) => `${whom(seats, seat, viewer)} ${countOf(tower, seat)}`);
  const verb = isScored(view, city) ? "won by" : "led by";
  return `Site ${site + 1}: ${listed(shares)}, ${verb} ${whom(seats, leaderOf(tower), viewer)}.`;
}

// ---------------------------------------------------------------- what a card would bring

/** What becomes of a tower when floors are added to it. */
export interface Outlook {
  site: number;
  now: number;
  then: number;
  words: string;
}

/** Who would lead each tower of a city if a seat put so many floors on it. */
export function outlooks(view: View, seats: SeatInfo[], seat: number, city: number, floors: number): Outlook[] {
  const towers = towersOf(view, city);
  return SITES.map((site) => {
    const [now, then] = [leaderOf(towers[site]!), leaderOf(withFloors(towers[site]!, seat, floors))];
    return { site, now, then, words: outlookInWords(seats, seat, now, then) };
  });
}

function outlookInWords(seats: SeatInfo[], seat: number, now: number, then: number): string {
  if (then !== seat) return `${nameOf(seats, then)} keeps it`;
  if (now === seat) return "you stay ahead";
  return now === NONE ? "you begin it" : `you take it from ${nameOf(seats, now)}`;
}

/** What a city pays as its towers stand, in words; empty while it is not full. */
export function payInWords(
  view: View,
  seats: SeatInfo[],
  viewer: number | null,
  city: number,
  towers: readonly [Tower, Tower],
): string {
  if (towers[0].length + towers[1].length < limitOf(city)) return "";
  const extra = extraOf(view, city);
  const paid = SITES.map((site) => {
    const points = (tokenOf(city, towers, site) ?? 0) + extra;
    return `${points} for ${whom(seats, leaderOf(towers[site]!), viewer)}`;
  });
  return `${CITIES[city]!.name} is full then: ${listed(paid)}.`;
}

/** The whole map in a few sentences, for those who do not see it. */
export function overview(view: View, seats: SeatInfo[]): string {
  const cities = CITIES.slice(0, view.cities).map(({ name, limit }, city) => {
    const [one, other] = towersOf(view, city);
    return `${name} ${one.length + other.length} of ${limit}`;
  });
  const deck = isOver(view) ? "" : ` ${capital(counted(view.deck_size, "card"))} in the deck.`;
  return `Map of Tuscany with ${view.cities} cities and ${seats.length} builders. Floors: ${cities.join(", ")}.${deck}`;
}
