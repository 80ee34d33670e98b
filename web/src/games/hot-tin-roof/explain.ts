/** Names and one-line explanations of what lies on the board, for labels and for those who listen. */
import { capital, listOf } from "../../lobby/words";
import type { Choice, SeatInfo } from "../../table/board";
import { nameOf, whoIs, whose } from "../boards/naming";
import {
  GAPS,
  NOWHERE,
  ROOFTOPS,
  SHAPES,
  catsOn,
  catsOut,
  gapName,
  homeName,
  isDeluxe,
  priceOf,
  seatsOf,
  type Move,
  type View,
} from "./reading";
import { plansFor, type RoutePlan, type Toll } from "./routes";
import { catsToMove, type Place } from "./targets";
import { dumpstersInWords } from "./words";

/** Everything there is to say about a place. */
export function explain(view: View, seats: SeatInfo[], place: Place, viewer: number | null): string {
  const of = (seat: number) => whose(seats, seat, viewer);
  if ("dumpster" in place) return dumpstersInWords(view)[place.dumpster]!;
  return "gap" in place ? ofGap(view, of, place.gap) : ofRooftop(view, of, place.rooftop);
}

/** Why nothing can be done at a place where something is to be chosen; empty where something can, or nothing is. */
export function refusalAt(view: View, choices: readonly Choice<Move>[], place: Place): string {
  const offers = (kind: string): boolean => choices.some(({ move }) => kind in move);
  if (offers("dive"))
    return "dumpster" in place
      ? "Both your pairs are on the roofs, so this dumpster is closed to you."
      : "Not yet: first empty a dumpster.";
  if (offers("lift")) return "Not here: you take up a piece of your own, or none.";
  if (offers("catwalk") || offers("deluxe"))
    return "gap" in place ? "Not here: this gap is bridged." : "Not here: a catwalk goes over a free gap.";
  if (offers("shelter"))
    return "rooftop" in place ? "Not here: a shelter stands here." : "Not here: a shelter goes onto a free patio.";
  if (!offers("done") && !offers("step")) return "";
  if ("dumpster" in place) return "You have emptied a dumpster in this turn.";
  if ("gap" in place)
    return offers("step") ? "Not now: press a cat, then a roof to walk to." : "You build no more now.";
  return isInReach(view, choices, place.rooftop) ? "" : "None of your cats can walk here now.";
}

/** Whether a cat that may walk comes to a rooftop for the cans that there are. */
function isInReach(view: View, choices: readonly Choice<Move>[], rooftop: number): boolean {
  return catsToMove(view, [...choices]).some((cat) =>
    plansFor(view, cat).some(({ goal, payable }) => goal === rooftop && payable),
  );
}

/** How an owner is named before what they own. */
type Owners = (seat: number) => string;

function ofGap(view: View, of: Owners, gap: number): string {
  const owner = view.catwalk[gap]!;
  if (owner === NOWHERE) return `A gap ${gapName(gap)}. Nobody has bridged it.`;
  return `${capital(of(owner))} ${isDeluxe(view, gap) ? "deluxe " : ""}catwalk ${gapName(gap)}.`;
}

function ofRooftop(view: View, of: Owners, rooftop: number): string {
  const owner = view.shelter[rooftop]!;
  const shelter = owner === NOWHERE ? "" : ` ${capital(of(owner))} shelter.`;
  return `${capital(homeName(rooftop))}.${shelter}${guests(view, of, rooftop)}`;
}

function guests(view: View, of: Owners, rooftop: number): string {
  const cats = catsOn(view, rooftop).map(({ seat, shape }) => `${of(seat)} ${SHAPES[shape]} cat`);
  return cats.length ? ` Here: ${listOf(cats)}.` : "";
}

/** What a plan costs and whom it pays: "for 3 cans, 2 to Momo and 1 to Tom". */
export function priceInWords(plan: RoutePlan, seats: SeatInfo[]): string {
  const paid = plan.bill.flatMap((cans, seat) => (cans ? [`${cans} to ${nameOf(seats, seat)}`] : []));
  return paid.length ? `${priceOf(plan.cost)}, ${listOf(paid)}` : priceOf(plan.cost);
}

export interface BillLine {
  owner: number;
  /** Whom it pays for what: "Momo, shelter at the Oscars". */
  text: string;
  cans: number;
}

/** What a walk pays, toll by toll in the order of the way. */
export function billInWords(seats: SeatInfo[], tolls: Toll[]): BillLine[] {
  return tolls
    .filter(({ cans }) => cans > 0)
    .map(({ place, to, owner, cans }) => {
      const what = "gap" in place ? `catwalk to ${homeName(to)}` : `shelter at ${homeName(to)}`;
      return { owner, text: `${nameOf(seats, owner)}, ${what}`, cans };
    });
}

/** The way of a plan by the homes it leads over. */
export function wayInWords({ walks, goal, meets }: RoutePlan): string {
  const over = [...new Set(walks.flatMap(({ ways }) => ways.map(({ to }) => to)))].filter((home) => home !== goal);
  const via = over.length ? ` over ${listOf(over.map(homeName))}` : "";
  return `${meets ? "to meet at" : "to"} ${homeName(goal)}${via}`;
}

/** The whole board in a sentence or two, for those who do not see it. */
export function overview(view: View, seats: SeatInfo[], viewer: number | null): string {
  const built = GAPS.filter((_, gap) => view.catwalk[gap] !== NOWHERE).length;
  const where = seatsOf(view).flatMap((seat) => {
    const cats = catsOut(view).filter((cat) => cat.seat === seat);
    const homes = [...new Set(cats.map(({ shape, which }) => homeName(view.cat[seat]![shape]![which]!)))];
    return homes.length
      ? [`${whoIs(seats, seat, viewer)} ${seat === viewer ? "have" : "has"} cats at ${listOf(homes)}.`]
      : [];
  });
  const roofs = `${ROOFTOPS.length} rooftops and ${GAPS.length} gaps, ${built} of them bridged.`;
  return [roofs, ...where, `${view.market} fish ${view.market === 1 ? "is" : "are"} left.`].join(" ");
}
