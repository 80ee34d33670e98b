/** What is told of a game of Hot Tin Roof at its end: tolls, the longest crossing, the fullest dumpster, the best shelter. */
import { counted } from "../../../lobby/words";
import { most, spanAt, type Column, type Highlight, type Story } from "../../../table/end/story";
import { PAGE } from "../generated";
import {
  DUMPSTERS,
  cansInWords,
  homeName,
  isDeluxe,
  isWalking,
  seatsOf,
  wayNamed,
  type Move,
  type View,
} from "../reading";

type Roofs = Story<View, Move>;

/** Cans that everybody else got by a step: only tolls go from one player to another. */
function gains(before: View, after: View): number[] {
  return seatsOf(before).map((seat) =>
    seat === before.turn ? 0 : Math.max(0, after.cans[seat]! - before.cans[seat]!),
  );
}

/** What everybody got and paid for catwalks and shelters. */
export function tollsOf({ views }: Pick<Roofs, "views">): { got: number[]; paid: number[] } {
  const none = () => seatsOf(views[0]!).map(() => 0);
  const [got, paid] = [none(), none()];
  for (let ply = 0; ply + 1 < views.length; ply++) {
    const before = views[ply]!;
    gains(before, views[ply + 1]!).forEach((cans, seat) => {
      got[seat]! += cans;
      paid[before.turn]! += cans;
    });
  }
  return { got, paid };
}

export function columns(story: Roofs): Column[] {
  const { got, paid } = tollsOf(story);
  return [
    { name: "Tolls in", values: got.map((cans) => (cans ? `+ ${cans}` : "0")) },
    { name: "Tolls out", values: paid.map((cans) => (cans ? `− ${cans}` : "0")) },
  ];
}

export function highlights(story: Roofs): Highlight[] {
  return [longestCrossing(story), fullestDumpster(story), bestShelter(story), mostTolls(story)].filter(
    (found) => found !== null,
  );
}

function longestCrossing({ views, steps, spans }: Roofs): Highlight | null {
  const crossings = spans.map(({ seat, from, to }) => {
    const walked = steps.slice(from, to).filter(({ ply, move }) => move && "step" in move && isWalking(views[ply]!));
    const tolls = walked.reduce((sum, { ply }) => sum + total(gains(views[ply]!, views[ply + 1]!)), 0);
    return { seat, from, roofs: walked.length, tolls };
  });
  const best = most(crossings, ({ roofs, tolls }) => roofs + tolls / 1000);
  if (!best || best.roofs < 2) return null;
  const price = best.tolls ? `for ${cansInWords(best.tolls)}` : "free of tolls";
  return {
    title: "Longest crossing",
    seat: best.seat,
    text: `${counted(best.roofs, "roof", "roofs")} in turn ${spanAt(spans, best.from)}, ${price}`,
  };
}

function fullestDumpster({ views, steps, spans }: Roofs): Highlight | null {
  const dives = steps.flatMap(({ ply, move }) => {
    if (!move || !("dive" in move)) return [];
    const { turn, dumpster } = views[ply]!;
    return [{ ply, turn, cans: dumpster[DUMPSTERS.findIndex(({ id }) => id === move.dive.dumpster)]! }];
  });
  const best = most(dives, ({ cans }) => cans);
  return (
    best && {
      title: "Fullest dumpster",
      seat: best.turn,
      text: `${cansInWords(best.cans)} in turn ${spanAt(spans, best.ply)}`,
    }
  );
}

/** Tolls by rooftop and owner, as far as they were paid step by step. */
function bestShelter({ views, steps, seats, own }: Roofs): Highlight | null {
  const earned = new Map<string, { roof: number; owner: number; cans: number }>();
  for (const { ply, move } of steps) {
    if (!move || !("step" in move)) continue;
    const [before, after] = [views[ply]!, views[ply + 1]!];
    const { to, gap } = wayNamed(move.step.way);
    const owner = before.shelter[to] ?? -1;
    if (owner < 0 || owner === before.turn) continue;
    const cans = gains(before, after)[owner]! - (before.catwalk[gap] === owner ? catwalkToll(before, gap) : 0);
    const known = earned.get(`${to} ${owner}`) ?? { roof: to, owner, cans: 0 };
    earned.set(`${to} ${owner}`, { ...known, cans: known.cans + Math.max(0, cans) });
  }
  const best = most([...earned.values()], ({ cans }) => cans);
  if (!best) return null;
  const whose = best.owner === own ? "yours" : `${seats[best.owner]?.name}'s`;
  return {
    title: "Best shelter",
    seat: best.owner,
    who: `${whose} at ${homeName(best.roof)}`,
    text: `${cansInWords(best.cans)} in tolls`,
  };
}

function catwalkToll(view: View, gap: number): number {
  return isDeluxe(view, gap) ? PAGE.deluxe_toll : PAGE.catwalk_toll;
}

function mostTolls(story: Roofs): Highlight | null {
  const { got } = tollsOf(story);
  const best = most(seatsOf(story.view), (seat) => got[seat]!);
  return best === null ? null : { title: "Most tolls", seat: best, text: `${cansInWords(got[best]!)} from the others` };
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
