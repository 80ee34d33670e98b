/** Names and one-line explanations of what lies on the board, for labels and for those who listen. */
import type { SeatInfo } from "../../table/board";
import {
  DUMPSTERS,
  GAPS,
  NOWHERE,
  ROOFTOPS,
  SHAPES,
  cansInWords,
  catsOn,
  catsOut,
  gapName,
  homeName,
  homesAt,
  isDeluxe,
  listed,
  nameOf,
  seatsOf,
  type View,
} from "./reading";
import type { Plan } from "./routes";
import type { Place } from "./targets";

/** Everything there is to say about a place. */
export function explain(view: View, seats: SeatInfo[], place: Place): string {
  if ("dumpster" in place) return ofDumpster(view, place.dumpster);
  return "gap" in place ? ofGap(view, seats, place.gap) : ofRooftop(view, seats, place.rooftop);
}

function ofDumpster(view: View, dumpster: number): string {
  const { kind } = DUMPSTERS[dumpster]!;
  const cans = cansInWords(view.dumpster[dumpster]!);
  if (kind !== "home") return `The ${kind} dumpster: ${cans}, and one ${kind} to build or move.`;
  const homes = homesAt(view, dumpster).map(homeName);
  return `Home dumpster ${dumpster + 1}: ${cans}${homes.length ? `, and a pair of cats to ${listed(homes)}` : ""}.`;
}

function ofGap(view: View, seats: SeatInfo[], gap: number): string {
  const owner = view.catwalk[gap]!;
  if (owner === NOWHERE) return `A gap ${gapName(gap)}. Nobody has bridged it.`;
  return `${nameOf(seats, owner)}'s ${isDeluxe(view, gap) ? "deluxe " : ""}catwalk ${gapName(gap)}.`;
}

function ofRooftop(view: View, seats: SeatInfo[], rooftop: number): string {
  const owner = view.shelter[rooftop]!;
  const shelter = owner === NOWHERE ? "" : ` ${nameOf(seats, owner)}'s shelter.`;
  return `${capital(homeName(rooftop))}.${shelter}${guests(view, seats, rooftop)}`;
}

function guests(view: View, seats: SeatInfo[], rooftop: number): string {
  const cats = catsOn(view, rooftop).map(({ seat, shape }) => `${nameOf(seats, seat)}'s ${SHAPES[shape]} cat`);
  return cats.length ? ` Here: ${listed(cats)}.` : "";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a plan costs and whom it pays: "3 cans: Momo 2 and Tom 1". */
export function priceInWords(plan: Plan, seats: SeatInfo[]): string {
  if (!plan.cost) return "free";
  const paid = plan.bill.flatMap((cans, seat) => (cans ? [`${nameOf(seats, seat)} ${cans}`] : []));
  return `${cansInWords(plan.cost)}: ${listed(paid)}`;
}

/** The way of a plan by the homes it leads over. */
export function wayInWords({ walks, goal, meets }: Plan): string {
  const over = [...new Set(walks.flatMap(({ ways }) => ways.map(({ to }) => to)))].filter((home) => home !== goal);
  const via = over.length ? ` over ${listed(over.map(homeName))}` : "";
  return `${meets ? "to meet at" : "to"} ${homeName(goal)}${via}`;
}

/** The whole board in a sentence or two, for those who do not see it. */
export function overview(view: View, seats: SeatInfo[]): string {
  const built = GAPS.filter((_, gap) => view.catwalk[gap] !== NOWHERE).length;
  const where = seatsOf(view).flatMap((seat) => {
    const cats = catsOut(view).filter((cat) => cat.seat === seat);
    const homes = [...new Set(cats.map(({ shape, which }) => homeName(view.cat[seat]![shape]![which]!)))];
    return homes.length ? [`${nameOf(seats, seat)} has cats at ${listed(homes)}.`] : [];
  });
  const roofs = `${ROOFTOPS.length} rooftops and ${GAPS.length} gaps, ${built} of them bridged.`;
  return [roofs, ...where, `${view.market} fish are left.`].join(" ");
}
