/** Which of the four layouts there is room for; the same queries stand in the style sheets. */
import { MediaQuery } from "svelte/reactivity";

export type Layout = "wide" | "sideways" | "tablet" | "phone";

const sideways = new MediaQuery("(max-height: 480px) and (orientation: landscape)");
const wide = new MediaQuery("(min-width: 1240px), (min-width: 1000px) and (orientation: landscape)");
const broad = new MediaQuery("min-width: 1240px");
const phone = new MediaQuery("max-width: 700px");
const short = new MediaQuery("(max-width: 700px) and (min-aspect-ratio: 1/2)");

/**
 * `wide`: players, board and dock beside each other. `sideways`: the same on a phone that lies on its side, with faces
 * for players and no bar. `tablet` and `phone`: one below the other; log and guide are sheets. A board that is the whole
 * of its table has nothing to put beside itself but the players, which is only worth it on a broad screen.
 */
export function layout(isWhole = false): Layout {
  if (sideways.current) return "sideways";
  if ((isWhole ? broad : wide).current) return "wide";
  return phone.current ? "phone" : "tablet";
}

/** Whether what can be done stands beside the board, not below it. */
export function hasDock(isWhole = false): boolean {
  return layout(isWhole) === "wide" || layout(isWhole) === "sideways";
}

/** Whether what wins stands in the bar as a chip; elsewhere it opens from a button or the menu. */
export function hasGoalChip(): boolean {
  return layout() === "wide" || layout() === "tablet";
}

/** One narrow column. */
export function isPhone(): boolean {
  return layout() === "phone";
}

/** One narrow column that is not high: everything around the board is lower, and what is always there is in the bar. */
export function isShort(): boolean {
  return isPhone() && short.current;
}
