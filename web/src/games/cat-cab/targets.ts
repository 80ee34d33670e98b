/** Choices as places on the map: what a click there would play, and what to ask about when it is no choice. */
import type { Choice } from "../../table/board";
import { centre, exitGate, gateSquare, wayAhead, type Point } from "./geometry";
import { LEFT, PHASE, START, active, isOnGrid, type Direction, type Move, type View } from "./reading";
import { PAGE } from "./generated";

/** A place that can be clicked. Sabotage aims at a cab, everything else at a place. */
export interface Target {
  place: number;
  seat: number | null;
  choice: Choice<Move>;
}

/** The place that a move leads to or aims at; null for moves that are not made on the map. */
export function aimOf(view: View, move: Move): { place: number; seat: number | null } | null {
  const from = view.place[active(view)] ?? START;
  if ("move" in move) return aim(wayAhead(view, from, move.move.direction, move.move.spaces));
  if ("boost" in move) return aim(wayAhead(view, from, move.boost.direction, view.boost));
  if ("back" in move) return { place: placeNamed(move.back.to), seat: null };
  if ("sabotage" in move) return { place: view.place[move.sabotage.seat] ?? START, seat: move.sabotage.seat };
  return null;
}

function aim(way: number[]): { place: number; seat: null } {
  return { place: way.at(-1)!, seat: null };
}

function placeNamed(name: string): number {
  if (name === "start") return START;
  const [column, row] = name.split(",").map(Number);
  return column! - 1 + PAGE.columns * (row! - 1);
}

/** The view as it looks once a cab has gone where a move leads; other moves change nothing that stands on the map. */
export function afterMove(view: View, move: Move): View {
  const aim = aimOf(view, move);
  if (!aim || aim.seat !== null) return view;
  const seat = mover(view);
  const rank = 1 + view.departure.filter((departed) => departed > 0).length;
  return {
    ...view,
    place: replaced(view.place, seat, aim.place),
    departure: aim.place === LEFT ? replaced(view.departure, seat, rank) : view.departure,
  };
}

/** Whose cab moves now: the one being pushed back, or the one on turn. */
export function mover(view: View): number {
  return view.back_seat >= 0 ? view.back_seat : active(view);
}

function replaced(numbers: number[], index: number, number: number): number[] {
  return numbers.map((old, at) => (at === index ? number : old));
}

/** Every place that can be clicked now. Where two choices lead to one place, the first one is offered. */
export function targetsOf(view: View, choices: Choice<Move>[]): Target[] {
  const targets: Target[] = [];
  for (const choice of choices) {
    const at = aimOf(view, choice.move);
    if (!at || targets.some((target) => target.place === at.place && target.seat === at.seat)) continue;
    targets.push({ ...at, choice });
  }
  return targets;
}

/** The move that somebody who clicks a place most likely had in mind. */
export function moveMeant(view: View, place: number): Move {
  if (view.phase === PHASE.surplus_back || view.phase === PHASE.pothole || view.phase === PHASE.fight_back)
    return { back: { to: nameFor(isOnGrid(place) ? place : START) } } as Move;
  if (view.phase === PHASE.sabotaging) {
    const seat = view.place.indexOf(place);
    return { sabotage: { seat: seat >= 0 && seat < view.seats ? seat : active(view) } } as Move;
  }
  const from = view.place[active(view)] ?? START;
  const direction = directionTo(view, from, place);
  if (view.phase === PHASE.boosting) return { boost: { direction } };
  return { move: { spaces: spacesTo(view, from, place, direction) > 1 ? 2 : 1, direction } };
}

function nameFor(place: number): string {
  return place === START ? "start" : `${(place % PAGE.columns) + 1},${Math.floor(place / PAGE.columns) + 1}`;
}

/** The direction in which a place lies, mostly. */
function directionTo(view: View, from: number, to: number): Direction {
  const here = centreOf(view, from);
  const there = centreOf(view, to);
  const right = there.x - here.x;
  const down = there.y - here.y;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}

function centreOf(view: View, place: number): Point {
  if (isOnGrid(place)) return centre(place);
  // the spaces outside the gates, one step beyond their squares
  const gate = place === LEFT ? exitGate(view) : view.entry;
  const { x, y } = centre(gateSquare(gate));
  return { x, y: y + (PAGE.gates[gate]?.outward === "up" ? -1 : 1) * 84 };
}

function spacesTo(view: View, from: number, to: number, direction: Direction): number {
  return Math.max(1, wayAhead(view, from, direction, PAGE.rows).indexOf(to));
}

/** The next target from one of them in the direction of an arrow key: the nearest one that lies more that way than not. */
export function neighbour(points: Point[], from: number, direction: Direction): number {
  const here = points[from];
  if (!here) return 0;
  let best = from;
  let nearest = Infinity;
  points.forEach((point, index) => {
    const along = { up: here.y - point.y, down: point.y - here.y, left: here.x - point.x, right: point.x - here.x }[
      direction
    ];
    const across = direction === "up" || direction === "down" ? Math.abs(point.x - here.x) : Math.abs(point.y - here.y);
    if (along <= 0) return;
    const distance = along + 2 * across;
    if (distance < nearest) [best, nearest] = [index, distance];
  });
  return best;
}
