/** What can be pressed on the board, and what pressing it does: a place, a roof that a cat may walk to, or a cat. */
import type { Choice, SeatInfo } from "../../table/board";
import { priceInWords, wayInWords } from "./explain";
import type { Planning } from "./planning.svelte";
import { SHAPES, homeName, isSameCat, roofOf, type Cat, type Move, type View } from "./reading";
import { planToMeet, type RoutePlan } from "./routes";
import { keyOf, type Place } from "./targets";

/** Something that can be pressed: a place or a cat, and what pressing it does. */
export interface Hit {
  key: string;
  place: Place;
  cat: Cat | null;
  label: string;
  /** Whether pressing it plays a move, after which it is gone. */
  plays: boolean;
  /** Whether it is a cat that is in the hand already. */
  held: boolean;
  act: () => void;
}

/** What the board knows when it is asked. */
interface Moment {
  view: View;
  seats: SeatInfo[];
  targets: { place: Place; choice: Choice<Move> }[];
  reachable: RoutePlan[];
  movable: Cat[];
  plans: Planning;
  play: (move: Move) => void;
  walk: () => void;
}

export function hitsOf(moment: Moment): Hit[] {
  return [...placeHits(moment), ...roofHits(moment), ...catHits(moment)];
}

function placeHits({ targets, play }: Moment): Hit[] {
  return targets.map(({ place, choice }) => ({
    key: keyOf(place),
    place,
    cat: null,
    label: choice.label,
    plays: true,
    held: false,
    act: () => play(choice.move),
  }));
}

function roofHits({ seats, reachable, plans, walk }: Moment): Hit[] {
  const { cat } = plans;
  if (!cat) return [];
  return reachable.map((found) => {
    const isPlanned = plans.goal === found.goal;
    const what = `the ${SHAPES[cat.shape]} cat ${wayInWords(found)} ${priceInWords(found, seats)}`;
    return {
      key: keyOf({ rooftop: found.goal }),
      place: { rooftop: found.goal },
      cat: null,
      label: `${isPlanned ? "Walk" : "Plan to walk"} ${what}`,
      plays: isPlanned,
      held: false,
      act: () => (isPlanned ? walk() : plans.aim(cat, found.goal)),
    };
  });
}

function catHits({ view, seats, movable, plans, walk }: Moment): Hit[] {
  return movable.map((cat) => {
    const together = planToMeet(view, cat);
    const isPlanned = plans.holds(cat) && plans.goal === "meeting" && together !== null;
    const name = `the ${SHAPES[cat.shape]} cat at ${homeName(roofOf(view, cat))}`;
    const price = together?.payable ? ` ${wayInWords(together)} ${priceInWords(together, seats)}` : "";
    return {
      key: `cat ${cat.shape} ${cat.which}`,
      place: { rooftop: roofOf(view, cat) },
      cat,
      label: `${isPlanned ? "Walk" : "Take"} ${name}${price}`,
      plays: isPlanned,
      held: isSameCat(plans.cat, cat),
      act: () => (isPlanned ? walk() : plans.take(view, cat)),
    };
  });
}
