/** Which of the three layouts there is room for; the same widths stand in the style sheets. */
import { MediaQuery } from "svelte/reactivity";

const wide = new MediaQuery("min-width: 1240px");
const phone = new MediaQuery("max-width: 700px");

/** Players on the left, log on the right, everything in sight. */
export function isWide(): boolean {
  return wide.current;
}

/** One column; log and guide are sheets. */
export function isPhone(): boolean {
  return phone.current;
}
