/**
 * What a walk over the catwalks costs and whom it pays, worked out before anybody sets a paw on them. The prices are
 * those of the rules; whether a step may be taken is for the choices to say.
 */
import { PAGE } from "./generated";
import {
  NOWHERE,
  PHASE,
  ROOFTOPS,
  WAYS,
  foodOf,
  isDeluxe,
  partnerOf,
  roofOf,
  seatsOf,
  type Cat,
  type View,
  type Way,
} from "./reading";

/** One cat and the ways it takes, in order. */
export interface Walk {
  cat: Cat;
  ways: Way[];
}

/** Walks that are planned together, and what they cost. */
export interface RoutePlan {
  walks: Walk[];
  /** Where the last walk ends. */
  goal: number;
  /** Whether the pair is together then. */
  meets: boolean;
  /** What each seat is paid. */
  bill: number[];
  cost: number;
  payable: boolean;
}

/** A toll on the way: where it is due, to whom, how much; nothing is due on own catwalks. */
export interface Toll {
  place: { gap: number } | { rooftop: number };
  /** The rooftop that the step leads to. */
  to: number;
  owner: number;
  cans: number;
}

export function catwalkToll(view: View, seat: number, gap: number): number {
  const owner = view.catwalk[gap]!;
  if (owner === seat) return 0;
  return isDeluxe(view, gap) ? PAGE.deluxe_toll : PAGE.catwalk_toll;
}

export function shelterToll(view: View, seat: number, rooftop: number): number {
  const owner = view.shelter[rooftop]!;
  return owner === NOWHERE || owner === seat ? 0 : PAGE.shelter_toll;
}

/** Whether a cat came to where it stands by walking, in this turn or in this joining. */
function hasWalked(view: View, cat: Cat): boolean {
  const trail = view.trail[cat.shape]?.[cat.which] ?? 0;
  return trail !== 0 && trail !== 1 << roofOf(view, cat);
}

/** Every toll of a plan, in the order in which it is paid. */
export function tollsOf(view: View, walks: Walk[], meets: boolean): Toll[] {
  const tolls = walks.flatMap(({ cat, ways }) =>
    ways.flatMap((way): Toll[] => {
      const catwalk = {
        place: { gap: way.gap },
        to: way.to,
        owner: view.catwalk[way.gap]!,
        cans: catwalkToll(view, cat.seat, way.gap),
      };
      return view.toll_for_stopping ? [catwalk] : [catwalk, ...shelterAt(view, cat.seat, way.to)];
    }),
  );
  return view.toll_for_stopping ? [...tolls, ...tollsForStanding(view, walks, meets)] : tolls;
}

function shelterAt(view: View, seat: number, rooftop: number): Toll[] {
  const cans = shelterToll(view, seat, rooftop);
  return cans ? [{ place: { rooftop }, to: rooftop, owner: view.shelter[rooftop]!, cans }] : [];
}

/** Where only stopping costs: every cat that walked pays where it ends, and at a meeting both may have walked. */
function tollsForStanding(view: View, walks: Walk[], meets: boolean): Toll[] {
  const ends = walks.flatMap(({ cat, ways }) => (ways.length ? [{ cat, end: ways.at(-1)!.to }] : []));
  const tolls = ends.flatMap(({ cat, end }) => shelterAt(view, cat.seat, end));
  const lone = meets && ends.length === 1 ? ends[0]! : null;
  const waited = lone && hasWalked(view, partnerOf(lone.cat));
  return waited ? [...tolls, ...shelterAt(view, lone.cat.seat, lone.end)] : tolls;
}

/** A plan of walks with its price. */
export function priced(view: View, walks: Walk[], goal: number, meets: boolean): RoutePlan {
  const walking = walks.filter(({ ways }) => ways.length);
  const bill = seatsOf(view).map(() => 0);
  for (const { owner, cans } of tollsOf(view, walking, meets)) bill[owner] = (bill[owner] ?? 0) + cans;
  const cost = bill.reduce((sum, cans) => sum + cans, 0);
  const seat = walking[0]?.cat.seat ?? view.turn;
  return { walks: walking, goal, meets, bill, cost, payable: cost <= foodOf(view, seat) };
}

/** The cheapest way of a cat to every rooftop, of those the shortest. */
interface Reach {
  cost: number;
  ways: Way[];
}

/** A cat does not return to where it has stood, and walks no further than to its partner. */
function reachOf(view: View, cat: Cat): (Reach | null)[] {
  const start = roofOf(view, cat);
  const partner = roofOf(view, partnerOf(cat));
  const stood = view.trail[cat.shape]?.[cat.which] ?? 0;
  const reach: (Reach | null)[] = ROOFTOPS.map((_, rooftop) => (rooftop === start ? { cost: 0, ways: [] } : null));
  const waiting = [start];
  while (waiting.length) {
    const here = waiting.shift()!;
    if (here === partner) continue;
    for (const way of WAYS) {
      if (way.from !== here || view.catwalk[way.gap] === NOWHERE) continue;
      const isBack = ((stood >> way.to) & 1) === 1 && !(view.phase === PHASE.joining && way.to === partner);
      if (isBack) continue;
      const found = { cost: reach[here]!.cost + tollOnTheWay(view, cat, way), ways: [...reach[here]!.ways, way] };
      if (!isBetter(found, reach[way.to]!)) continue;
      reach[way.to] = found;
      waiting.push(way.to);
    }
  }
  return reach;
}

function tollOnTheWay(view: View, { seat }: Cat, way: Way): number {
  const toll = catwalkToll(view, seat, way.gap);
  return view.toll_for_stopping ? toll : toll + shelterToll(view, seat, way.to);
}

function isBetter(one: Reach, other: Reach | null): boolean {
  if (!other) return true;
  return one.cost < other.cost || (one.cost === other.cost && one.ways.length < other.ways.length);
}

/** The cheapest plan that takes a cat to a rooftop; null if no catwalks lead there. */
export function planTo(view: View, cat: Cat, rooftop: number): RoutePlan | null {
  const reach = reachOf(view, cat)[rooftop];
  if (!reach || !reach.ways.length) return null;
  const meets = roofOf(view, partnerOf(cat)) === rooftop;
  return priced(view, [{ cat, ways: reach.ways }], rooftop, meets);
}

/** Every rooftop that a cat can be planned to. */
export function plansFor(view: View, cat: Cat): RoutePlan[] {
  return ROOFTOPS.flatMap((_, rooftop) => planTo(view, cat, rooftop) ?? []);
}

/**
 * The cheapest plan that brings a pair together; of those the one with the fewest steps, best shared by both cats. Null if
 * nothing connects it.
 */
export function planToMeet(view: View, cat: Cat): RoutePlan | null {
  const partner = partnerOf(cat);
  if (roofOf(view, cat) === NOWHERE) return null;
  const [ours, theirs] = [reachOf(view, cat), reachOf(view, partner)];
  let best: RoutePlan | null = null;
  ROOFTOPS.forEach((_, rooftop) => {
    const [one, other] = [ours[rooftop], theirs[rooftop]];
    if (!one || !other || crosses(one.ways, other.ways)) return;
    const walks = [
      { cat, ways: one.ways },
      { cat: partner, ways: other.ways },
    ];
    const plan = priced(view, walks, rooftop, true);
    if (!best || compare(plan, best) < 0) best = plan;
  });
  return best;
}

/** Two walks to one place that share a rooftop on the way would meet there already. */
function crosses(one: Way[], other: Way[]): boolean {
  const passed = one.slice(0, -1).map((way) => way.to);
  return other.slice(0, -1).some((way) => passed.includes(way.to));
}

function compare(one: RoutePlan, other: RoutePlan): number {
  return one.cost - other.cost || steps(one) - steps(other) || longest(one) - longest(other);
}

function longest({ walks }: RoutePlan): number {
  return Math.max(...walks.map(({ ways }) => ways.length));
}

export function steps({ walks }: RoutePlan): number {
  return walks.reduce((sum, { ways }) => sum + ways.length, 0);
}
