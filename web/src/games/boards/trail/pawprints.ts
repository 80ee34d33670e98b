/** Where paws are set along a way: left and right of it in turn, at even distances. Pure geometry, in units of the board. */

export interface Point {
  x: number;
  y: number;
}

/** A paw print: where it is, and which way it points; 0 degrees is up, as it is drawn. */
export interface Print extends Point {
  degrees: number;
}

interface Leg extends Point {
  length: number;
  angle: number;
}

/** Prints from the first point to the last; `start` and `end` keep free what stands there. */
export function printsAlong(way: Point[], gap: number, start = gap, end = gap): Print[] {
  const legs = legsOf(way);
  const length = legs.reduce((sum, leg) => sum + leg.length, 0);
  const count = Math.floor((length - start - end) / gap) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => printAt(legs, start + index * gap, index, gap));
}

function legsOf(way: Point[]): Leg[] {
  return way.slice(1).flatMap((to, index) => {
    const from = way[index]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return length > 0 ? [{ ...from, length, angle: Math.atan2(to.y - from.y, to.x - from.x) }] : [];
  });
}

function printAt(legs: Leg[], distance: number, index: number, gap: number): Print {
  let rest = distance;
  let leg = legs[0]!;
  for (const next of legs) {
    leg = next;
    if (rest <= next.length) break;
    rest -= next.length;
  }
  const { angle } = leg;
  const aside = (index % 2 === 0 ? -1 : 1) * gap * 0.18;
  return {
    x: leg.x + Math.cos(angle) * rest - Math.sin(angle) * aside,
    y: leg.y + Math.sin(angle) * rest + Math.cos(angle) * aside,
    degrees: (angle * 180) / Math.PI + 90,
  };
}
