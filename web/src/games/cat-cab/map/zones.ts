/**
 * Where a press means a place that can be chosen. A zone is as large as the crossing, and on small screens as large as a
 * finger needs; zones of neighbours share the room between them, and grow to the sides that are free.
 */
import { MAP, SQUARE, bay, exitGate, type Box, type Point } from "../geometry";
import { START, isOnGrid, type View } from "../reading";
import type { Target } from "../targets";

interface Sides {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The zones of all targets, in their order. `finger` is what a finger needs across, in units of the map. */
export function zonesOf(view: View, targets: Target[], marks: Point[], finger: number): Box[] {
  const bays = targets.flatMap(({ place }) => (isOnGrid(place) ? [] : [bayZone(view, place, finger)]));
  return targets.map(({ place }, index) => {
    if (!isOnGrid(place)) return bayZone(view, place, finger);
    const here = marks[index]!;
    const others = marks.filter((_, other) => other !== index && isOnGrid(targets[other]!.place));
    return boxed(crossing(here, others, bays, finger));
  });
}

/** Whether a point lies in a zone. */
export function isIn({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

/** A bay lies at the edge of the map and grows into it. */
function bayZone(view: View, place: number, finger: number): Box {
  const { x, y, width, height } = bay(place === START ? view.entry : exitGate(view));
  const need = Math.max(height, finger);
  const isTop = y < MAP.height / 2;
  return { x, y: isTop ? Math.min(y, 0) : Math.min(y, MAP.height - need), width, height: isTop ? y + need : need };
}

function crossing(here: Point, others: Point[], bays: Box[], finger: number): Sides {
  const across = Math.max(SQUARE.width, finger);
  const down = Math.max(SQUARE.height, finger);
  const free: Sides = {
    left: here.x - across / 2,
    right: here.x + across / 2,
    top: here.y - down / 2,
    bottom: here.y + down / 2,
  };
  const sides = { ...free };
  for (const other of others) shareWith(sides, here, other, across, down);
  for (const box of bays) keepOff(sides, here, box);
  return grown(sides, free);
}

/** Halve the room towards a neighbour, on the axis on which it is farther away; round a corner only corners meet. */
function shareWith(sides: Sides, here: Point, other: Point, across: number, down: number): void {
  const [right, below] = [other.x - here.x, other.y - here.y];
  if (Math.abs(right) >= across || Math.abs(below) >= down) return;
  if (Math.abs(right) > across / 2 && Math.abs(below) > down / 2) return;
  if (Math.abs(right) > Math.abs(below)) {
    if (right > 0) sides.right = Math.min(sides.right, here.x + right / 2);
    else sides.left = Math.max(sides.left, here.x + right / 2);
  } else if (below > 0) sides.bottom = Math.min(sides.bottom, here.y + below / 2);
  else sides.top = Math.max(sides.top, here.y + below / 2);
}

function keepOff(sides: Sides, here: Point, { x, y, width, height }: Box): void {
  if (sides.right <= x || sides.left >= x + width || sides.bottom <= y || sides.top >= y + height) return;
  if (here.y > y) sides.top = Math.max(sides.top, y + height);
  else sides.bottom = Math.min(sides.bottom, y);
}

/** What was given away on one side is taken on the other, where nobody else is. */
function grown(sides: Sides, free: Sides): Sides {
  const [across, down] = [free.right - free.left, free.bottom - free.top];
  if (sides.left > free.left && sides.right === free.right) sides.right = sides.left + across;
  else if (sides.right < free.right && sides.left === free.left) sides.left = sides.right - across;
  if (sides.top > free.top && sides.bottom === free.bottom) sides.bottom = sides.top + down;
  else if (sides.bottom < free.bottom && sides.top === free.top) sides.top = sides.bottom - down;
  return sides;
}

function boxed({ left, right, top, bottom }: Sides): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}
