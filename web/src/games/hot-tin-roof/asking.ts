/** What is said to a press that plays nothing: a walk that is planned, a move to ask about, or why not. */
import type { Choice, SeatInfo } from "../../table/board";
import { isSame } from "../boards/moves";
import { priceInWords } from "./explain";
import { PAGE } from "./generated";
import { NOWHERE, cansInWords, catsOut, foodOf, homeName, isSameCat, type Cat, type Move, type View } from "./reading";
import { plansFor, tollsOf, type RoutePlan } from "./routes";
import { moveMeant, type Aside, type Place } from "./targets";

/** What the board knows when something is pressed. */
interface Moment {
  view: View;
  seats: SeatInfo[];
  viewer: number;
  choices: Choice<Move>[];
  /** The cat in the hand. */
  cat: Cat | null;
  /** The cats that may take a step; null where nobody walks. */
  movable: Cat[] | null;
}

export type Answer = { aim: RoutePlan } | { meant: Move } | { refused: [reason: string, clause: string] };

export function answerTo(what: Place | Aside, moment: Moment): Answer | null {
  if (typeof what === "string") return answerAside(what, moment);
  return (moment.movable && "rooftop" in what && answerAtRoof(what.rooftop, moment)) || answerAt(what, moment);
}

function answerAside(what: Aside, { choices }: Moment): Answer | null {
  if (what === "market")
    return { refused: ["Fish are earned: a pair that meets takes one from the market.", "HTR-76"] };
  if (what === "tiles") return { meant: { tile: { homes: PAGE.tiles[0]!.id } } as Move };
  const bought: Move = { buy_fish: {} };
  return choices.some(({ move }) => isSame(move, bought)) ? null : { meant: bought };
}

function answerAt(place: Place, { view, viewer, choices, cat }: Moment): Answer | null {
  const own = catsOut(view).find(({ seat }) => seat === viewer) ?? null;
  const isOpen = (move: Move) => choices.some((choice) => isSame(choice.move, move));
  const meant = moveMeant(view, place, cat ?? own, isOpen);
  return meant && !isOpen(meant) ? { meant } : null;
}

/** A walk to a roof that is not lit: the cheapest is planned, or its toll named where there is no food for it. */
function answerAtRoof(rooftop: number, { view, viewer, seats, cat, movable }: Moment): Answer | null {
  const own = catsOut(view).filter(({ seat, shape }) => seat === viewer && [NOWHERE, shape].includes(view.joining));
  const [best] = (cat ? [cat] : own)
    .flatMap((walker) => plansFor(view, walker))
    .filter(({ goal }) => goal === rooftop)
    .sort((one, other) => one.cost - other.cost);
  if (!best) return null;
  if (!best.payable) return { refused: [tooDear(view, seats, best), clauseFor(view, best)] };
  return !cat && movable?.some((each) => isSameCat(each, best.walks[0]!.cat)) ? { aim: best } : null;
}

function tooDear(view: View, seats: SeatInfo[], plan: RoutePlan): string {
  const have = foodOf(view, plan.walks[0]!.cat.seat);
  const walk = `To ${homeName(plan.goal)} you walk ${priceInWords(plan, seats)}`;
  return `${walk}, and you have food for ${have ? cansInWords(have) : "none"}.`;
}

/** Where only stopping costs, a walk over catwalks that can be paid may end on a shelter that cannot. */
function clauseFor(view: View, { walks, meets }: RoutePlan): string {
  const crossed = tollsOf(view, walks, meets).flatMap(({ place, cans }) => ("gap" in place ? cans : []));
  const isCrossed = crossed.reduce((sum, cans) => sum + cans, 0) <= foodOf(view, walks[0]!.cat.seat);
  return view.toll_for_stopping && isCrossed ? "HTR-72" : "HTR-75";
}
