/** What a card would bring if it were played now, line by line, for the panel beside the hand. Luck is not foreseen. */
import { PAGE } from "./generated";
import type { SeatInfo } from "../../table/board";
import { outlooks, payInWords, type Outlook } from "./explain";
import {
  CARDS,
  CITIES,
  NONE,
  PERSONS,
  STEP,
  limitOf,
  nameOf,
  plannerOf,
  portraitsOf,
  towersOf,
  withFloors,
  type Tower,
  type View,
} from "./reading";

export interface Foresight {
  card: number;
  city: number;
  title: string;
  /** Floors that are still to be placed. */
  floors: number;
  sites: Outlook[];
  /** What the city pays if the card fills it; empty if it does not. */
  pays: string;
  takes: string;
  /** What the symbol and the star do; empty if nothing. */
  symbol: string;
}

/** A card of the viewer's, before it is played or while its turn is planned; `site` is the site that is pointed at. */
export function foresee(view: View, seats: SeatInfo[], viewer: number, card: number, site: number): Foresight {
  const { city, crests } = CARDS[card]!;
  const isPlanned = plannerOf(view) === viewer && view.plan_card[viewer] === card;
  const floors = isPlanned ? (view.plan_step[viewer] === STEP.build ? crests - view.plan_floors[viewer]! : 0) : crests;
  return {
    card,
    city,
    title: `${isPlanned ? "Playing" : "If you play"} ${CITIES[city]!.name}`,
    floors,
    sites: outlooks(view, seats, viewer, city, floors),
    pays: pays(view, seats, viewer, city, floors, site),
    takes: takes(view, card),
    symbol: symbolOf(view, viewer, card),
  };
}

/** What a card would bring in a few words, for a list of cards. */
export function brings(view: View, seats: SeatInfo[], viewer: number, card: number): string {
  const { city, crests } = CARDS[card]!;
  const towers = towersOf(view, city);
  const fills = towers[0].length + towers[1].length + crests >= limitOf(city);
  const floors = crests === 2 ? "Two floors" : "One floor";
  const parts = [fills ? `Fills ${CITIES[city]!.name}` : floors, leads(view, seats, viewer, city, crests)];
  return [`${parts.join(": ")}.`, symbolInShort(view, viewer, card), takesInShort(view, card)]
    .filter(Boolean)
    .join(" ");
}

/** The best that floors would do to the towers of a city. */
function leads(view: View, seats: SeatInfo[], viewer: number, city: number, floors: number): string {
  const sites = outlooks(view, seats, viewer, city, floors);
  const won = sites.filter(({ now, then }) => then === viewer && now !== viewer);
  const from = won.find(({ now }) => now !== NONE);
  if (from) return `you would take a tower from ${nameOf(seats, from.now)}`;
  if (sites.some(({ now }) => now === viewer)) return won.length ? "you lead there" : "you stay ahead";
  return won.length ? "you would begin a tower" : "others keep their towers";
}

function symbolInShort(view: View, viewer: number, card: number): string {
  const { symbol, heads, person, star } = CARDS[card]!;
  const parts: string[] = [];
  if (symbol === "move_top") parts.push("Moves a floor.");
  if (heads) parts.push(portraitInWords(view, viewer, person, heads));
  if (star && view.messengers && view.messengers_left[viewer]) parts.push("May send a messenger.");
  return parts.join(" ");
}

function takesInShort(view: View, card: number): string {
  const { city, symbol } = CARDS[card]!;
  if (symbol === "draw_any") return "You take any card.";
  const there = view.face_up[city] ?? NONE;
  if (there >= 0) return `You take ${CARDS[there]!.name}.`;
  return view.face_up.some((other) => other >= 0) ? "You take another card." : "";
}

function pays(view: View, seats: SeatInfo[], viewer: number, city: number, floors: number, site: number): string {
  const towers = towersOf(view, city);
  if (towers[0].length + towers[1].length + floors < limitOf(city)) return "";
  const { name, high, low } = CITIES[city]!;
  if (floors > 1 || (floors === 1 && site === NONE)) return `It fills ${name}: ${high} and ${low} are paid at once.`;
  const built = towers.map((tower, at) => (at === site ? withFloors(tower, viewer, floors) : tower));
  return payInWords(view, seats, viewer, city, built as [Tower, Tower]);
}

function takes(view: View, card: number): string {
  const { city, symbol } = CARDS[card]!;
  if (symbol === "draw_any") return "Then you take the card of any city.";
  const there = view.face_up[city] ?? NONE;
  if (there >= 0) return `Then you take ${CARDS[there]!.name}.`;
  return view.face_up.some((other) => other >= 0)
    ? `No card lies at ${CITIES[city]!.name}: you take another one.`
    : "No card is left to take.";
}

function symbolOf(view: View, viewer: number, card: number): string {
  const { symbol, heads, person, star } = CARDS[card]!;
  const parts: string[] = [];
  if (symbol === "move_top") parts.push("You may move a top floor in another city.");
  if (heads) parts.push(portraitInWords(view, viewer, person, heads));
  if (star && view.messengers && view.messengers_left[viewer]) parts.push("Its star may send a messenger.");
  return parts.join(" ");
}

function portraitInWords(view: View, viewer: number, person: number, heads: number): string {
  const have = portraitsOf(view, viewer, viewer)?.[person] ?? 0;
  const name = PERSONS[person]!;
  const then = have + heads;
  if (Math.floor(then / PAGE.set) > Math.floor(have / PAGE.set))
    return `${name}: a set of ${PAGE.set}, ${PAGE.points_per_set} points.`;
  return `${name}: ${then % PAGE.set} of ${PAGE.set}.`;
}
