/**
 * Rooftops by their letters: a letter chooses a rooftop or the cat on it, and where gaps are to be chosen two letters choose
 * the gap between them. Decides nothing: it finds what a press of the board would find.
 */
import type { Hit } from "./hits";
import { GAPS, NOWHERE, roofNamed, roofOf, type Cat, type View } from "./reading";
import { keyOf, type Place } from "./targets";

/** What a letter means: something to press, a place to ask about, the first half of a gap, or nothing. */
export type Meaning = { hit: Hit } | { ask: Place } | { begin: number } | null;

/** What is to be chosen from, and what was chosen so far. */
export interface Moment {
  view: View;
  hits: Hit[];
  /** The cat in hand. */
  cat: Cat | null;
  /** The rooftop at one end of a gap whose other end is to come. */
  begun: number | null;
}

export function meaningOf(letter: string, moment: Moment): Meaning {
  const rooftop = roofNamed(letter.toUpperCase());
  if (rooftop === NOWHERE) return null;
  if (moment.hits.some(({ place }) => "gap" in place)) return gapMeant(rooftop, moment);
  return moment.hits.some(({ place }) => "rooftop" in place) ? roofMeant(rooftop, moment) : null;
}

function gapMeant(rooftop: number, { hits, begun }: Moment): Meaning {
  const gap = begun === null ? NOWHERE : GAPS.findIndex(({ a, b }) => joins(a, b, begun, rooftop));
  if (gap === NOWHERE) return { begin: rooftop };
  const hit = hits.find(({ place }) => keyOf(place) === keyOf({ gap }));
  return hit ? { hit } : { ask: { gap } };
}

function joins(a: number, b: number, one: number, other: number): boolean {
  return (a === one && b === other) || (a === other && b === one);
}

/** With a cat in hand a letter is where it goes, else a letter takes the cat there: of two the one not in hand. */
function roofMeant(rooftop: number, { view, hits, cat }: Moment): Meaning {
  const there = hits.filter(({ place }) => "rooftop" in place && place.rooftop === rooftop);
  const isHere = cat !== null && roofOf(view, cat) === rooftop;
  const cats = there.filter((hit) => hit.cat);
  const other = cats.find((hit) => hit.cat?.shape !== cat?.shape) ?? cats[0];
  const roof = there.find((hit) => !hit.cat);
  const hit = cat && !isHere ? (roof ?? other) : (other ?? roof);
  return hit ? { hit } : { ask: { rooftop } };
}
