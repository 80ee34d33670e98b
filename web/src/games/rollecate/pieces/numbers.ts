/** How the numbers stand in the corners of a card, in hundredths of it: the smaller it is drawn, the more room they need. */

/** As printed. */
const PRINTED = 14.5;
/** So high they are at least, in pixels. */
const LEAST = 11.2;
/** Higher than this they leave no room for a second one. */
const LARGE = 18;
/** A card of fewer pixels is an icon for a thing, on which nobody reads. */
const ICON = 27;
const EDGE = 3.5;

export interface Numbers {
  height: number;
  /** Of the disc below each. */
  radius: number;
  /** The middles, as far from the left as from the top. */
  spots: number[];
}

export function numbersOn(across: number): Numbers | null {
  if (across < ICON) return null;
  const height = Math.max(PRINTED, (100 * LEAST) / across);
  const radius = height * (height > LARGE ? 0.64 : 0.72);
  const corner = radius + EDGE;
  return { height, radius, spots: height > LARGE ? [corner] : [corner, 100 - corner] };
}
