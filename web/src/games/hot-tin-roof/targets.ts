/** Choices as places on the board: what a click there would play, and what to ask about when it is no choice. */
import type { Choice } from "../../table/board";
import { middleOf, middleOfBox, roofBox, type Box, type Layout, type Point, type Span } from "./geometry";
import {
  DUMPSTERS,
  GAPS,
  NOWHERE,
  PHASE,
  ROOFTOPS,
  SHAPES,
  WAYS,
  gapNamed,
  isWalking,
  roofNamed,
  roofOf,
  type Cat,
  type Move,
  type View,
  type Way,
} from "./reading";

/** Something on the board that can be pointed at. */
export type Place = { dumpster: number } | { gap: number } | { rooftop: number };

/** A place where a click plays a choice at once. */
export interface Target {
  place: Place;
  choice: Choice<Move>;
}

/** The place that a move is made at; null for moves that need more than one click, or none on the board. */
export function placeOf(move: Move): Place | null {
  if ("dive" in move) return { dumpster: DUMPSTERS.findIndex(({ id }) => id === move.dive.dumpster) };
  if ("catwalk" in move) return { gap: gapNamed(move.catwalk.gap) };
  if ("deluxe" in move) return { gap: gapNamed(move.deluxe.gap) };
  if ("shelter" in move) return { rooftop: roofNamed(move.shelter.rooftop) };
  if ("lift" in move) {
    const gap = gapNamed(move.lift.place);
    return gap === NOWHERE ? { rooftop: roofNamed(move.lift.place) } : { gap };
  }
  return null;
}

/** Every place that plays a choice. With the deluxe catwalk in hand, gaps stand for that one. */
export function targetsOf(choices: Choice<Move>[], deluxe: boolean): Target[] {
  const kept = choices.filter(({ move }) => (deluxe ? !("catwalk" in move) : !("deluxe" in move)));
  return kept.flatMap((choice) => {
    const place = placeOf(choice.move);
    return place ? [{ place, choice }] : [];
  });
}

export function keyOf(place: Place): string {
  const [kind, number] = Object.entries(place)[0]!;
  return `${kind} ${number}`;
}

export function pointOf(layout: Layout, place: Place): Point {
  if ("dumpster" in place) return middleOfBox(layout.dumpster(place.dumpster));
  return "gap" in place ? middleOf(layout.span(place.gap)) : middleOfBox(roofBox(layout, place.rooftop));
}

/** How near to the middle of a gap a point belongs to it. */
const REACH = 16;

/** What lies under a point of the board; null where nothing does. */
export function placeAt(layout: Layout, point: Point): Place | null {
  const rooftop = ROOFTOPS.findIndex((_, roof) => isInside(roofBox(layout, roof), point));
  if (rooftop >= 0) return { rooftop };
  const dumpster = DUMPSTERS.findIndex((_, each) => isInside(layout.dumpster(each), point));
  if (dumpster >= 0) return { dumpster };
  const gap = GAPS.findIndex((_, each) => distanceTo(layout.span(each), point) < REACH);
  return gap >= 0 ? { gap } : null;
}

/** What lies beside the street and is no place of a move: the home tiles face down, the fish of the stock and of the market. */
export type Aside = "tiles" | "stock" | "market";

export function asideAt(layout: Layout, point: Point): Aside | null {
  if (isInside(layout.market, point)) return "market";
  if (!isInside(layout.stock, point)) return null;
  return point.x < layout.stock.x + layout.stock.width * 0.6 ? "tiles" : "stock";
}

export function isInside(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

export function distanceTo({ from, to }: Span, { x, y }: Point): number {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const share = ((x - from.x) * right + (y - from.y) * down) / (right * right + down * down);
  const along = Math.min(1, Math.max(0, share));
  return Math.hypot(from.x + along * right - x, from.y + along * down - y);
}

/** The cats that have a step among the choices. */
export function catsToMove(view: View, choices: Choice<Move>[]): Cat[] {
  const cats = SHAPES.flatMap((_, shape) => [0, 1].map((which) => ({ seat: view.turn, shape, which })));
  return cats.filter((cat) => choices.some(({ move }) => isStepOf(view, cat, move)));
}

function isStepOf(view: View, cat: Cat, move: Move): boolean {
  if (!("step" in move) || move.step.shape !== SHAPES[cat.shape]) return false;
  return ROOFTOPS[roofOf(view, cat)]?.letter === move.step.way[0];
}

export function stepOf(cat: Cat, way: Way): Move {
  return { step: { shape: SHAPES[cat.shape]!, way: way.id } } as Move;
}

/**
 * The move that somebody who clicks a place most likely had in mind, so that they can be told why not; null on its own
 * roof. On the way to a roof that cannot be reached it is a step that is not `open`.
 */
export function moveMeant(
  view: View,
  place: Place,
  cat: Cat | null,
  open: (move: Move) => boolean = () => false,
): Move | null {
  if ("dumpster" in place) return { dive: { dumpster: DUMPSTERS[place.dumpster]!.id } } as Move;
  const walker = isWalking(view) ? cat : null;
  if (walker && "rooftop" in place && roofOf(view, walker) === place.rooftop) return null;
  const step = walker && stepMeant(view, place, walker, open);
  if (step) return step;
  if (view.phase === PHASE.lifting) return { lift: { place: idOf(place) } } as Move;
  return ("gap" in place ? { catwalk: { gap: idOf(place) } } : { shelter: { rooftop: idOf(place) } }) as Move;
}

function stepMeant(
  view: View,
  place: { gap: number } | { rooftop: number },
  cat: Cat,
  open: (move: Move) => boolean,
): Move | null {
  if ("rooftop" in place) return stepTowards(view, cat, place.rooftop, open);
  const way = WAYS.find(({ gap, from }) => gap === place.gap && from === roofOf(view, cat));
  return way ? stepOf(cat, way) : null;
}

function idOf(place: { gap: number } | { rooftop: number }): string {
  return "gap" in place ? GAPS[place.gap]!.id : ROOFTOPS[place.rooftop]!.letter;
}

/** The step from where a cat is to the neighbour that lies nearest to a rooftop, bridged or not. */
function stepTowards(view: View, cat: Cat, rooftop: number, open: (move: Move) => boolean): Move | null {
  const here = roofOf(view, cat);
  if (here === NOWHERE || here === rooftop) return null;
  const goal = ROOFTOPS[rooftop]!;
  const distance = ({ to }: Way) => Math.hypot(ROOFTOPS[to]!.x - goal.x, ROOFTOPS[to]!.y - goal.y);
  const ways = WAYS.filter(({ from }) => from === here).sort((one, other) => distance(one) - distance(other));
  return ways.map((way) => stepOf(cat, way)).find((step) => !open(step)) ?? null;
}
