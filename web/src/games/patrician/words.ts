/** The table as rows of words, for those who read it instead of seeing it. Pure: the same view gives the same words. */
import { PAGE } from "./generated";
import type { SeatInfo } from "../../table/board";
import { towerInWords } from "./explain";
import {
  CARDS,
  CITIES,
  NONE,
  PAIRS,
  PERSONS,
  SITES,
  capital,
  counted,
  extraOf,
  isScored,
  limitOf,
  pairsOf,
  portraitsOf,
  seatsOf,
  towersOf,
  wonInWords,
  type View,
} from "./reading";

export interface CityRow {
  name: string;
  floors: string;
  sites: string[];
  pays: string;
  card: string;
}

export function cityRows(view: View, seats: SeatInfo[], viewer: number | null): CityRow[] {
  return CITIES.slice(0, view.cities).map(({ name, high, low }, city) => {
    const towers = towersOf(view, city);
    const card = view.face_up[city] ?? NONE;
    const extra = extraOf(view, city);
    return {
      name,
      floors: `${towers[0].length + towers[1].length} of ${limitOf(city)}`,
      sites: SITES.map((site) =>
        capital(towerInWords(view, seats, city, site, viewer).replace(/^Site . ?(is|:) /, "")),
      ),
      pays: isScored(view, city) ? "Complete" : `${high} and ${low}${extra ? `, ${extra} more each` : ""}`,
      card: card < 0 ? "None" : CARDS[card]!.name,
    };
  });
}

export interface PlayerRow {
  seat: number;
  played: string;
  won: string;
  portraits: string;
  messengers: string;
}

export function playerRows(view: View, viewer: number | null): PlayerRow[] {
  return seatsOf(view).map((seat) => {
    const top = view.top[seat] ?? NONE;
    const portraits = portraitsOf(view, seat, viewer);
    return {
      seat,
      played: `${counted(view.pile_size[seat] ?? 0, "card")}${top >= 0 ? `, ${CARDS[top]!.name} on top` : ""}`,
      won: wonInWords(view, seat),
      portraits: portraits ? PERSONS.map((person, at) => `${person} ${portraits[at] ?? 0}`).join(", ") : "Hidden",
      messengers: `${view.messengers_left[seat] ?? 0}`,
    };
  });
}

/** The roads on which messengers wait, and what is left for them; empty without The Messengers. */
export function roadLines(view: View): string[] {
  if (!view.messengers) return [];
  return pairsOf(view).map((pair) => {
    const { a, b } = PAIRS[pair]!;
    const there = view.messenger[pair] ? `a messenger: each tower there pays ${PAGE.bonus} more` : "free";
    return `${CITIES[a]!.name} and ${CITIES[b]!.name}: ${there}`;
  });
}
