/**
 * How wide bold words are in the page's letters. Measured on a canvas: asking the drawing would lay the whole page out while
 * a move is being shown.
 */

import { timesLettersCame } from "../../../letters.svelte";

/** Large enough that rounding to whole pixels does not matter. */
const HEIGHT = 100;
// made when the board's script comes, not in the frame of the first label
const pen = typeof document === "undefined" ? null : newPen();

/** The width of a text whose letters are `size` high, in the same units. */
export function widthOf(text: string, size: number): number {
  void timesLettersCame();
  if (!pen) return 0.55 * size * text.length;
  return (pen.measureText(text).width * size) / HEIGHT;
}

function newPen(): CanvasRenderingContext2D | null {
  const made = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  if (made) made.font = `700 ${HEIGHT}px ${family}`;
  // the first word is slow, since its letters are made for it: they are there before anything moves
  void document.fonts.ready.then(() => setTimeout(() => made?.measureText("you +1")));
  return made;
}
