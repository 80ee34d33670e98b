/** What flies, puffs and fades over the map when something has happened: made from two views, drawn once, then gone. */
import { PAGE } from "../generated";
import { cabSpot, exitGate, middleOf, parking, passengerSpot, type Point } from "../geometry";
import { TIME, departedBetween, towedBetween } from "../motion";
import {
  DICE,
  LEFT,
  PHASE,
  active,
  collectorOf,
  colourOf,
  seatsOf,
  type DieKind,
  type Move,
  type View,
} from "../reading";

export type Piece =
  | { piece: "puff" }
  | { piece: "curse" }
  | { piece: "passenger" }
  | { piece: "die"; die: DieKind }
  | { piece: "points"; points: number; colour: string };

export type Flight = Piece & {
  from: Point;
  to: Point;
  time: number;
  /** When it starts, after the step began. */
  wait: number;
  /** How high it is thrown. */
  arc: number;
};

/** Everything that flies in the step from one view to the next. */
export function flightsBetween(before: View, after: View, move: Move | null): Flight[] {
  if (!move) return [];
  return [
    ...passengers(before, after, move),
    ...curses(before, after, move),
    ...dice(before, after),
    ...departures(before, after),
    ...towedBetween(before, after).map((seat) => puffAt(cabSpot(before, seat))),
  ];
}

function puffAt({ x, y }: Point, wait = 0): Flight {
  return { piece: "puff", from: { x, y }, to: { x, y: y - 10 }, time: 420, wait, arc: 0 };
}

function pointsAt({ x, y }: Point, points: number, colour: string, wait: number): Flight {
  return { piece: "points", points, colour, from: { x, y }, to: { x, y: y - 46 }, time: 900, wait, arc: 0 };
}

function passengers(before: View, after: View, move: Move): Flight[] {
  const seat = "collect" in move ? collectorOf(before, after) : active(before);
  const waited = passengerSpot(before);
  const waits = passengerSpot(after);
  if ("collect" in move && waited) {
    const cab = cabSpot(after, seat);
    return [
      { piece: "passenger", from: waited, to: cab, time: TIME.hop, wait: 0, arc: 40 },
      pointsAt(cab, PAGE.passenger_points, colourOf(before, seat), TIME.hop),
    ];
  }
  if (before.phase === PHASE.passenger_row && waits && before.passenger !== after.passenger)
    return [...(waited ? [puffAt(waited)] : []), puffAt(waits)];
  if (after.lost > before.lost) {
    const cab = cabSpot(before, seat);
    return [{ piece: "passenger", from: cab, to: { x: cab.x + 70, y: cab.y + 20 }, time: 700, wait: 200, arc: 50 }];
  }
  return [];
}

function curses(before: View, after: View, move: Move): Flight[] {
  if ("sabotage" in move) {
    const from = cabSpot(before, active(before));
    const to = cabSpot(after, move.sabotage.seat);
    const thrown = Math.max(1, after.curses[move.sabotage.seat]! - before.curses[move.sabotage.seat]!);
    return Array.from({ length: thrown }, (_, index) => index * 90).flatMap((wait): Flight[] => [
      { piece: "curse", from, to, time: TIME.fly, wait, arc: 60 },
      puffAt(to, wait + TIME.fly),
    ]);
  }
  return seatsOf(before).flatMap((seat): Flight[] => {
    const cab = cabSpot(after, seat);
    const change = after.curses[seat]! - before.curses[seat]!;
    if (change > 0)
      return [
        { piece: "curse", from: { x: cab.x, y: cab.y - 64 }, to: cab, time: TIME.puff, wait: 0, arc: 0 },
        puffAt(cab, TIME.puff),
      ];
    return change < 0 && after.place[seat] !== LEFT ? [puffAt(cab)] : [];
  });
}

function dice(before: View, after: View): Flight[] {
  return DICE.slice(PAGE.first_coloured).flatMap((die, index): Flight[] => {
    const had = before.holder[index]!;
    const has = after.holder[index]!;
    if (had === has) return [];
    const from = had >= 0 ? cabSpot(before, had) : shop(after, has);
    const to = has >= 0 ? cabSpot(after, has) : shop(before, had);
    return [{ piece: "die", die, from, to, time: TIME.fly + 140, wait: had < 0 ? TIME.tumble : 0, arc: 50 }];
  });
}

/** Dice of the supply come from a house near by and go back there. */
function shop(view: View, seat: number): Point {
  const { x, y } = cabSpot(view, seat);
  return { x: x + (x > 340 ? -50 : 50), y: y - 60 };
}

function departures(before: View, after: View): Flight[] {
  return departedBetween(before, after).flatMap((seat) => {
    const rank = after.departure[seat]!;
    const at = parking(exitGate(after), rank - 1);
    const points = PAGE.leaving_points[rank - 1] ?? 0;
    // the points rise from the parking place, downwards where there is no sky above it
    const start = at.y < 100 ? { x: at.x, y: at.y + 76 } : at;
    return [pointsAt(start, points, colourOf(after, seat), 3 * TIME.space)];
  });
}

/** The middle of the place where a caption is to be shown. */
export function pointOf(view: View, place: number, seat: number | null): Point {
  return seat !== null && view.place[seat] === place ? cabSpot(view, seat) : middleOf(view, place);
}
