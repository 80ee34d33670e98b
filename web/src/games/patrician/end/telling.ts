/** What is told of a game of Patrician at its end: which towers paid whom, and what was close or rich. */
import { most, spanAt, type Highlight, type Story } from "../../../table/end/story";
import {
  CITIES,
  PERSONS,
  SITES,
  counted,
  countOf,
  isScored,
  leaderOf,
  listed,
  portraitsOf,
  seatsOf,
  setsIn,
  tokenOf,
  towersOf,
  type Move,
  type View,
} from "../reading";

/** A tower that has been paid. */
export interface Paid {
  city: number;
  site: number;
  seat: number;
  points: number;
  isTall: boolean;
}

/** The two towers of every city, the taller one first. */
export function towersPaid(view: View): [Paid, Paid][] {
  return CITIES.flatMap((_, city) => {
    if (city >= view.cities || !isScored(view, city)) return [];
    const towers = towersOf(view, city);
    const paid = SITES.map((site) => {
      const points = tokenOf(city, towers, site) ?? 0;
      const isTall = towers[site]!.length > towers[1 - site]!.length;
      return { city, site, seat: view.winner[city]![site]!, points, isTall };
    });
    const [first, second] = paid.sort((one, other) => Number(other.isTall) - Number(one.isTall));
    return [[first!, second!] as [Paid, Paid]];
  });
}

/** The cities whose taller or shorter tower a seat won. */
export function citiesOf(view: View, seat: number, isTall: boolean): number[] {
  return towersPaid(view)
    .flat()
    .filter((tower) => tower.seat === seat && tower.isTall === isTall)
    .map(({ city }) => city);
}

/** The persons of whom a seat has sets, one for each set. */
export function setsOf(view: View, seat: number): number[] {
  return (portraitsOf(view, seat, null) ?? []).flatMap((heads, person) =>
    Array.from({ length: setsIn([heads]) }, () => person),
  );
}

export function highlights(story: Story<View, Move>): Highlight[] {
  return [richestCity(story), closestTower(story), mostPortraits(story)].filter((found) => found !== null);
}

/** The city of which one player got most. */
function richestCity({ view, views, spans, seats, own }: Story<View, Move>): Highlight | null {
  const shares = towersPaid(view).flatMap((towers) =>
    seatsOf(view).map((seat) => ({
      city: towers[0].city,
      seat,
      points: towers.reduce((sum, tower) => sum + (tower.seat === seat ? tower.points : 0), 0),
    })),
  );
  const best = most(shares, ({ points }) => points);
  if (!best) return null;
  const scored = views.findIndex((each) => isScored(each, best.city));
  const who = best.seat === own ? "you" : (seats[best.seat]?.name ?? "");
  return {
    title: "Richest city",
    seat: best.seat,
    who: CITIES[best.city]!.name,
    text: `${best.points} for ${who}, in turn ${spanAt(spans, scored - 1)}`,
  };
}

/** A tower in which several had the most floors, and the topmost one decided. */
function closestTower({ view }: Story<View, Move>): Highlight | null {
  const ties = towersPaid(view)
    .flat()
    .filter(({ city, site }) => {
      const tower = towersOf(view, city)[site]!;
      const leader = leaderOf(tower);
      return seatsOf(view).some((seat) => seat !== leader && countOf(tower, seat) === countOf(tower, leader));
    });
  const best = most(ties, ({ points }) => points);
  return (
    best && {
      title: "Closest tower",
      seat: best.seat,
      who: CITIES[best.city]!.name,
      text: `${best.points} points, decided by the topmost floor`,
    }
  );
}

function mostPortraits({ view }: Story<View, Move>): Highlight | null {
  const heads = (seat: number) => portraitsOf(view, seat, null) ?? [];
  const all = (seat: number) => heads(seat).reduce((sum, each) => sum + each, 0);
  const seat = most(seatsOf(view), all);
  if (seat === null) return null;
  const kinds = heads(seat).flatMap((count, person) => (count ? [counted(count, PERSONS[person]!)] : []));
  return { title: "Most portraits", seat, text: listed(kinds) };
}
