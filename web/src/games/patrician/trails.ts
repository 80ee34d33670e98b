/** What a turn of somebody else did to the map, from the tables before and after it: what is new, moved, taken and paid. */
import type { Trail } from "../../table/board";
import { scoredBetween, takenBetween } from "./motion";
import { CARDS, CITIES, SITES, extraOf, tokenOf, towersOf, type Move, type View } from "./reading";

/** A floor of a tower, counted from the ground. */
export interface Level {
  city: number;
  site: number;
  level: number;
}

export interface Marks {
  seat: number;
  number: number;
  /** Floors that stand where none stood. */
  built: Level[];
  /** Floors that stand elsewhere now. */
  moved: { from: Level; to: Level }[];
  /** Pairs of cities between which a messenger came. */
  sent: number[];
  /** The name of the card that was taken, and from which city. */
  taken: { city: number; name: string } | null;
  /** Towers that were paid for: to whom and how much. */
  paid: { city: number; site: number; seat: number; points: number }[];
}

export function marksOf({ seat, number, steps }: Trail<View, Move>): Marks {
  const [before, after] = [steps[0]!.before, steps.at(-1)!.after];
  const changes = CITIES.slice(0, after.cities).map((_, city) => changesIn(before, after, city));
  const taken = steps.map((step) => takenBetween(step.before, step.move)).find((card) => card !== null);
  return {
    seat,
    number,
    built: changes.flatMap(({ built }) => built),
    moved: changes.flatMap(({ moved }) => moved),
    sent: after.messenger.flatMap((there, pair) => (there && !before.messenger[pair] ? [pair] : [])),
    taken: taken && taken.card >= 0 ? { city: taken.city, name: CARDS[taken.card]!.name } : null,
    paid: scoredBetween(before, after).flatMap((city) => paidIn(after, city)),
  };
}

/** A floor that goes from one site to the other is moved; all others that come are built. */
function changesIn(before: View, after: View, city: number): Pick<Marks, "built" | "moved"> {
  const gained: Level[] = [];
  const lost: Level[] = [];
  for (const site of SITES) {
    const [was, is] = [owners(before, city, site), owners(after, city, site)];
    let same = 0;
    while (same < was.length && same < is.length && was[same] === is[same]) same++;
    for (let level = same; level < is.length; level++) gained.push({ city, site, level });
    for (let level = same; level < was.length; level++) lost.push({ city, site, level });
  }
  const moved = lost.flatMap((from) => {
    const at = gained.findIndex(({ site }) => site !== from.site);
    return at < 0 ? [] : [{ from, to: gained.splice(at, 1)[0]! }];
  });
  return { built: gained, moved };
}

function owners(view: View, city: number, site: number): number[] {
  return view.floor[city]?.[site]?.slice(0, view.height[city]?.[site]) ?? [];
}

function paidIn(view: View, city: number): Marks["paid"] {
  const towers = towersOf(view, city);
  return SITES.map((site) => ({
    city,
    site,
    seat: view.winner[city]![site]!,
    points: (tokenOf(city, towers, site) ?? 0) + extraOf(view, city),
  }));
}
