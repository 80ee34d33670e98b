/**
 * A rival's turn as marks on the roofs: where cats stood and which way they took, where a pair met, what is new, what was
 * taken, and what the turn brought whoever looks. Places only; `roofs/Trails.svelte` draws them.
 */
import type { Trail } from "../../table/board";
import {
  along,
  catSpot,
  cornersOf,
  middleOf,
  middleOfBox,
  type Box,
  type Layout,
  type Point,
  type Spot,
} from "./geometry";
import { outingOf, type Outing } from "./motion";
import {
  DUMPSTERS,
  GAPS,
  NOWHERE,
  ROOFTOPS,
  SHAPES,
  catsOut,
  foodOf,
  isSameCat,
  roofOf,
  type Cat,
  type Move,
  type View,
  type Way,
} from "./reading";
import { tollsOf, type Toll } from "./routes";

/** A frame round something new; along a gap it is turned. */
export interface Frame extends Box {
  transform: string;
}

export interface Marks {
  /** Cats where they stood, and pieces that were taken away from there. */
  cats: { cat: Cat; spot: Spot }[];
  gaps: number[];
  shelters: number[];
  /** The ways of cats. */
  ways: Point[][];
  /** Where pairs met, and whether that earned a fish. */
  meetings: { at: Point; fish: boolean }[];
  frames: Frame[];
  /** Where the number of the turn stands. */
  numbers: Point[];
  /** The cans out of a dumpster. */
  taken: { at: Point; cans: number } | null;
  /** What the viewer was paid. */
  gained: { at: Point; cans: number } | null;
}

type Steps = Trail<View, Move>["steps"];
type Walked = Outing & { before: View };

export function marksOf(layout: Layout, view: View, trail: Trail<View, Move>, viewer: number | null): Marks {
  const { seat, steps } = trail;
  const [first, last] = [steps[0]!.before, steps.at(-1)!.after];
  const walked = steps.flatMap(({ move, before }) => {
    const outing = outingOf(before, move);
    return outing ? [{ ...outing, before }] : [];
  });
  const journeys = journeysOf(layout, view, walked);
  const meetings = walked.flatMap(({ meets, walks, before }) =>
    meets ? [{ at: layout.rooftop(walks[0]!.ways.at(-1)!.to), fish: before.trigger < 0 }] : [],
  );
  const frames = newPieces(layout, view, first, last, seat);
  const ends = journeys.filter(({ met }) => !met).map(({ way }) => way.at(-1)!);
  return {
    cats: [...journeys.map(({ cat, spot }) => ({ cat, spot })), ...paidFor(layout, steps)],
    gaps: GAPS.flatMap((_, gap) => (first.catwalk[gap] === seat && view.catwalk[gap] === NOWHERE ? [gap] : [])),
    shelters: ROOFTOPS.flatMap((_, roof) =>
      first.shelter[roof] === seat && view.shelter[roof] === NOWHERE ? [roof] : [],
    ),
    ways: journeys.map(({ way }) => way),
    meetings,
    frames: frames.map(({ frame }) => frame),
    numbers: [
      ...frames.map(({ corner }) => corner),
      ...meetings.map(({ at }) => above(layout, at)),
      ...ends.map((end) => above(layout, end)),
    ],
    taken: takenIn(layout, steps),
    gained: gainIn(layout, steps, walked, viewer),
  };
}

function above(layout: Layout, { x, y }: Point): Point {
  return { x, y: y - 0.95 * layout.roof.height * 0.5 };
}

interface Journey {
  cat: Cat;
  spot: Spot;
  way: Point[];
  met: boolean;
}

/** Every cat that walked, from where it set out to where it is now or met its partner. */
function journeysOf(layout: Layout, view: View, walked: Walked[]): Journey[] {
  const found: { cat: Cat; before: View; ways: Way[]; met: boolean }[] = [];
  for (const { walks, meets, before } of walked)
    for (const { cat, ways } of walks) {
      const known = found.find((journey) => isSameCat(journey.cat, cat));
      if (known) {
        known.ways.push(...ways);
        known.met ||= meets;
      } else found.push({ cat, before, ways: [...ways], met: meets });
    }
  return found.map(({ cat, before, ways, met }) => {
    const spot = catSpot(layout, before, cat);
    const [from, to] = [layout.rooftop(ways[0]!.from), layout.rooftop(ways.at(-1)!.to)];
    const isThere = !met && roofOf(view, cat) === ways.at(-1)!.to;
    const start = { x: spot.x, y: from.y - 2 };
    const end = { x: isThere ? catSpot(layout, view, cat).x : to.x, y: to.y - 2 };
    return { cat, spot, way: cornersOf(layout, ways, start, end), met };
  });
}

/** Pairs for which the bank was paid are gone from where they stood. */
function paidFor(layout: Layout, steps: Steps): { cat: Cat; spot: Spot }[] {
  return steps.flatMap(({ move, before }) => {
    if (!move || !("bank" in move)) return [];
    const shape = SHAPES.indexOf(move.bank.shape);
    const pair = catsOut(before).filter((cat) => cat.seat === before.turn && cat.shape === shape);
    return pair.map((cat) => ({ cat, spot: catSpot(layout, before, cat) }));
  });
}

/** How far a frame keeps from what it is round. */
const EDGE = 4;

/** What somebody has put on the roofs, as far as it is still there, with the corner where its number stands. */
function newPieces(
  layout: Layout,
  view: View,
  first: View,
  last: View,
  seat: number,
): { frame: Frame; corner: Point }[] {
  const gaps = GAPS.flatMap((_, gap) => {
    const isNew = last.catwalk[gap] === seat && first.catwalk[gap] !== seat && view.catwalk[gap] === seat;
    const span = layout.span(gap);
    return isNew ? [{ frame: along(span, span.breadth + 2 * EDGE) as unknown as Frame, corner: middleOf(span) }] : [];
  });
  const shelters = ROOFTOPS.flatMap((_, roof) => {
    const isNew = last.shelter[roof] === seat && first.shelter[roof] !== seat && view.shelter[roof] === seat;
    const { x, y } = layout.rooftop(roof);
    const { cloth } = layout;
    const box = { x: x - cloth.width / 2, y: y + cloth.y - 4, width: cloth.width, height: cloth.height };
    return isNew ? [framed(box)] : [];
  });
  const cats = catsOut(view)
    .filter((cat) => cat.seat === seat && roofOf(first, cat) === NOWHERE && roofOf(last, cat) === roofOf(view, cat))
    .map((cat) => {
      const { x, y, size } = catSpot(layout, view, cat);
      return framed({ x: x - size / 2, y: y - size, width: size, height: size });
    });
  return [...gaps, ...shelters, ...cats];
}

function framed({ x, y, width, height }: Box): { frame: Frame; corner: Point } {
  const box = { x: x - EDGE, y: y - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
  return { frame: { ...box, transform: "" }, corner: { x: box.x + box.width - 2, y: box.y + 2 } };
}

function takenIn(layout: Layout, steps: Steps): Marks["taken"] {
  for (const { move, before } of steps) {
    if (!move || !("dive" in move)) continue;
    const dumpster = DUMPSTERS.findIndex(({ id }) => id === move.dive.dumpster);
    return { at: middleOfBox(layout.dumpster(dumpster)), cans: before.dumpster[dumpster]! };
  }
  return null;
}

/** What the viewer was paid, told in the middle of the places where it was due. */
function gainIn(layout: Layout, steps: Steps, walked: Walked[], viewer: number | null): Marks["gained"] {
  if (viewer === null) return null;
  const cans = steps.reduce((sum, { before, after }) => sum + foodOf(after, viewer) - foodOf(before, viewer), 0);
  const tolls = walked.flatMap(({ before, walks, meets }) => tollsOf(before, walks, meets));
  const due = tolls.filter(({ owner, cans: each }) => owner === viewer && each > 0).map(({ place }) => place);
  if (cans <= 0 || !due.length) return null;
  const points = due.map((place) => dueAt(layout, place));
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const top = Math.min(...points.map(({ y }) => y));
  return { at: { x, y: Math.max(layout.text, top) }, cans };
}

/** Above a roof, and above a catwalk to the next one in its row; on a catwalk to another row. */
function dueAt(layout: Layout, place: Toll["place"]): Point {
  const over = layout.roof.y - 0.9 * layout.text;
  if ("rooftop" in place) {
    const { x, y } = layout.rooftop(place.rooftop);
    return { x, y: y + over };
  }
  const span = layout.span(place.gap);
  const { x, y } = middleOf(span);
  return { x, y: span.from.y === span.to.y ? y + over : y };
}
