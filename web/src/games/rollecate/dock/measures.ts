/** How cards are drawn in the dock, by how many there are and where it stands. */

/** So many cards have room for a large picture with words below it, or on a phone for words at all. */
const ROOMY = 3;
/** So many stand one below the other, each with its words beside it. */
const LISTED = 4;

export interface Measures {
  style: "roomy" | "small listed" | "small" | "small brief" | "small crowded";
  /** How wide cards of the hand are, penalty cards, and those of the pile; pixels. */
  card: number;
  small: number;
  heap: number;
}

/** `isLarge` is a screen with room for everything, `pictured` a picture with room for little. */
export function measuresFor(count: number, isOnPhone: boolean, isLarge: boolean, pictured: boolean): Measures {
  const style = styleFor(count, isOnPhone, isLarge, pictured);
  const card = { roomy: isLarge ? 84 : 76, "small listed": 46, "small brief": 34, small: 38, "small crowded": 38 }[
    style
  ];
  return { style, card, small: Math.min(card, 38), heap: style === "roomy" ? 58 : Math.max(card, 38) };
}

function styleFor(count: number, isOnPhone: boolean, isLarge: boolean, pictured: boolean): Measures["style"] {
  const isFew = count <= ROOMY;
  if (pictured) return "small crowded";
  if (isOnPhone) return isFew ? "small brief" : "small crowded";
  if (isFew || isLarge) return "roomy";
  return count <= LISTED ? "small listed" : "small";
}
