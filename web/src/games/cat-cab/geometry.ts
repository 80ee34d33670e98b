/**
 * Where things lie on the map, in the map's own units. A square is a crossing of 100 x 84; houses stand on the corners
 * between squares. The bays of the two gates lie above and below the grid.
 */
import { PAGE } from "./generated";
import { LEFT, NOWHERE, OUT, START, cabsAt, isOnGrid, seatsOf, type Direction, type View } from "./reading";

export interface Point {
  x: number;
  y: number;
}

/** Where a piece stands: its middle, and how wide it is drawn. */
export interface Spot extends Point {
  width: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export const MAP = { width: 680, height: 846 } as const;
export const SQUARE = { width: 100, height: 84 } as const;
const LEFT_EDGE = 40;
const TOP_EDGE = 87;
const BAY = { width: 228, height: 60, slots: 3 } as const;
const TOP_BAY_Y = 8;
const BOTTOM_BAY_Y = 776;
const MARGIN = 28;

const GATES: readonly { square: number; outward: Direction }[] = PAGE.gates;
const NEXT: readonly (readonly number[])[] = PAGE.next;

export function centre(square: number): Point {
  const column = square % PAGE.columns;
  const row = Math.floor(square / PAGE.columns);
  return {
    x: LEFT_EDGE + SQUARE.width * (column + 0.5),
    y: TOP_EDGE + SQUARE.height * (PAGE.rows - row - 0.5),
  };
}

/** The square under a point of the map, or -1. */
export function squareAt({ x, y }: Point): number {
  const column = Math.floor((x - LEFT_EDGE) / SQUARE.width);
  const row = PAGE.rows - 1 - Math.floor((y - TOP_EDGE) / SQUARE.height);
  const inside = column >= 0 && column < PAGE.columns && row >= 0 && row < PAGE.rows;
  return inside ? column + PAGE.columns * row : NOWHERE;
}

/** The place under a point: a square, or the bays and what lies just around them; -1 for the rest. */
export function placeAt(view: View, point: Point): number {
  const square = squareAt(point);
  if (square !== NOWHERE) return square;
  if (isInBay(view.entry, point)) return START;
  return isInBay(exitGate(view), point) ? LEFT : NOWHERE;
}

function isInBay(gate: number, { x, y }: Point): boolean {
  const box = bay(gate);
  return x >= box.x && x <= box.x + box.width && y >= box.y - MARGIN && y <= box.y + box.height + MARGIN;
}

export function gateSquare(gate: number): number {
  return GATES[gate]?.square ?? 0;
}

function isAbove(gate: number): boolean {
  return GATES[gate]?.outward === "up";
}

/** The bay outside a gate: three parking places in a row. */
export function bay(gate: number): Box {
  const { x } = centre(gateSquare(gate));
  const reach = MAP.width - MARGIN - BAY.width;
  return {
    x: Math.min(Math.max(x - BAY.width / 2, MARGIN), reach),
    y: isAbove(gate) ? TOP_BAY_Y : BOTTOM_BAY_Y,
    width: BAY.width,
    height: BAY.height,
  };
}

/** The middle of a parking place. */
export function parking(gate: number, slot: number): Point {
  const { x, y, width, height } = bay(gate);
  return { x: x + (width / BAY.slots) * (slot + 0.5), y: y + height / 2 };
}

/** The way between a gate's square and its bay. */
export function lane(gate: number): { x: number; from: number; to: number; above: boolean } {
  const { x, y } = centre(gateSquare(gate));
  const { y: top, height } = bay(gate);
  const above = isAbove(gate);
  return { x, from: y, to: above ? top + height : top, above };
}

export function exitGate(view: View): number {
  return 1 - view.entry;
}

/** The place one space on in a direction, as the streets run; -1 where they end. */
function placeAhead(view: View, place: number, direction: Direction): number {
  if (place === START) return gateSquare(view.entry);
  const exit = exitGate(view);
  const isOpen = view.picked_up > 0;
  if (isOpen && place === gateSquare(exit) && direction === GATES[exit]?.outward) return LEFT;
  return NEXT[place]?.[PAGE.directions.indexOf(direction)] ?? NOWHERE;
}

/** The places a cab comes through when it goes up to `spaces` ahead, its own first. */
export function wayAhead(view: View, place: number, direction: Direction, spaces: number): number[] {
  const way = [place];
  for (let space = 0; space < spaces; space++) {
    const ahead = placeAhead(view, way.at(-1)!, direction);
    if (ahead === NOWHERE) break;
    way.push(ahead);
    if (ahead === LEFT) break;
  }
  return way;
}

/** The streets from a place back to another one nearer to the start: up or down first, then along the row. */
export function wayBack(view: View, from: number, to: number): number[] {
  const target = to === START ? gateSquare(view.entry) : to;
  const way = [from];
  let here = from;
  while (isOnGrid(here) && here !== target) {
    const rows = Math.floor(target / PAGE.columns) - Math.floor(here / PAGE.columns);
    here += rows !== 0 ? PAGE.columns * Math.sign(rows) : Math.sign(target - here);
    way.push(here);
  }
  if (to === START && from !== START) way.push(START);
  return way;
}

/** The line a cab follows through places: middles of squares, and the gates' mouths on the way in and out. */
export function streetsThrough(view: View, places: number[]): Point[] {
  return places.map((place) => {
    if (place === START) return mouth(view.entry);
    return place === LEFT ? mouth(exitGate(view)) : middleOf(view, place);
  });
}

function mouth(gate: number): Point {
  const { x, to } = lane(gate);
  return { x, y: to };
}

const CAB_HEIGHT = 76 / 96;
// The cab's drawing has its weight low: its middle lies a little above the middle of the square.
const LIFT = 4;

// Cabs of a crowded square and the passenger among them, from the middle of the square.
const CROWDS: readonly { cabs: readonly Spot[]; passenger: Spot }[] = [
  { cabs: [], passenger: { x: 0, y: -5, width: 54 } },
  { cabs: [{ x: -18, y: 8, width: 64 }], passenger: { x: 31, y: -14, width: 38 } },
  {
    cabs: [
      { x: -26, y: -21, width: 46 },
      { x: -18, y: 20, width: 46 },
    ],
    passenger: { x: 29, y: 0, width: 38 },
  },
  {
    cabs: [
      { x: -26, y: -22.5, width: 46 },
      { x: 26, y: -22.5, width: 46 },
      { x: -26, y: 21.5, width: 46 },
    ],
    passenger: { x: 28, y: 20.5, width: 32 },
  },
];
/** How wide a cab is drawn that has its square to itself. */
const ALONE_WIDTH = 82;

const ALONE: readonly (readonly Spot[])[] = [
  [],
  [{ x: 0, y: -LIFT, width: ALONE_WIDTH }],
  [
    { x: -21, y: -18.5, width: 54 },
    { x: 21, y: 17.5, width: 54 },
  ],
  [
    { x: -26, y: -22.5, width: 46 },
    { x: 26, y: -22.5, width: 46 },
    { x: 0, y: 21.5, width: 46 },
  ],
];

/** Where the cab of a seat is drawn. */
export function cabSpot(view: View, seat: number): Spot {
  const place = view.place[seat] ?? START;
  if (place === START) return { ...parking(view.entry, seat), width: 64 };
  if (place === LEFT) return { ...parking(exitGate(view), (view.departure[seat] ?? 1) - 1), width: 64 };
  if (place === OUT) return { ...towed(view, seat), width: 52 };
  const cabs = cabsAt(view, place);
  const crowd = view.passenger === place ? CROWDS[cabs.length]?.cabs : ALONE[cabs.length];
  const spot = crowd?.[cabs.indexOf(seat)] ?? { x: 0, y: 0, width: 46 };
  const middle = centre(place);
  return { x: middle.x + spot.x, y: middle.y + spot.y, width: spot.width };
}

export function cabHeight(width: number): number {
  return width * CAB_HEIGHT;
}

/** Where the passenger is drawn; null when none waits. */
export function passengerSpot(view: View): Spot | null {
  if (!isOnGrid(view.passenger)) return null;
  const spot = CROWDS[cabsAt(view, view.passenger).length]?.passenger ?? CROWDS[0]!.passenger;
  const middle = centre(view.passenger);
  return { x: middle.x + spot.x, y: middle.y + spot.y, width: spot.width };
}

/** The barge in the harbour that takes those who did not get out in time. */
export const BARGE: Box = { x: 404, y: 784, width: 216, height: 50 };

function towed(view: View, seat: number): Point {
  const place = seatsOf(view)
    .filter((other) => view.place[other] === OUT)
    .indexOf(seat);
  return { x: BARGE.x + 40 + 62 * place, y: BARGE.y + 10 };
}

/** The middle of any place, for routes and for things that happen there. */
export function middleOf(view: View, place: number): Point {
  if (place === START) return parking(view.entry, 1);
  if (place === LEFT) return parking(exitGate(view), 1);
  if (place === OUT) return { x: BARGE.x + BARGE.width / 2, y: BARGE.y };
  return centre(place);
}
