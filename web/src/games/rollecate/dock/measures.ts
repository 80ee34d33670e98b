/** How cards are drawn in the dock, by how many there are and where it stands. */

/** So many cards have room for a large picture with words below it, or on a phone for words at all. */
const ROOMY = 3;

export interface Measures {
  style: "roomy" | "small" | "small brief" | "small crowded";
  /** How wide cards of the hand are, penalty cards, and those of the pile; pixels. */
  card: number;
  small: number;
  heap: number;
}

/** `isLarge` is a screen with room for everything, `pictured` a picture with room for little. */
export function measuresFor(count: number, isOnPhone: boolean, isLarge: boolean, pictured: boolean): Measures {
  const style = styleFor(count <= ROOMY, isOnPhone, isLarge, pictured);
  const card = style === "roomy" ? (isLarge ? 84 : 76) : style === "small brief" ? 34 : 38;
  return { style, card, small: Math.min(card, 38), heap: style === "roomy" ? 58 : 38 };
}

function styleFor(isFew: boolean, isOnPhone: boolean, isLarge: boolean, pictured: boolean): Measures["style"] {
  if (pictured) return "small crowded";
  if (isOnPhone) return isFew ? "small brief" : "small crowded";
  return isFew || isLarge ? "roomy" : "small";
}
