/** The marks with which every board tells what the others just did. How they are used stands at `GameProps` in board.ts. */
import "./hint.css";

export { default as Arrow } from "./Arrow.svelte";
export { default as Cap } from "./Cap.svelte";
export { default as Ghost } from "./Ghost.svelte";
export { default as Pawprints } from "./Pawprints.svelte";
export { default as Ring } from "./Ring.svelte";
export { default as TrailNumber } from "./TrailNumber.svelte";
export type { Point } from "./pawprints";

/** The class of marks for what is proposed or looked at, in place of a seat's, and the edge below their dashes. */
export const HINT = "p-hint";
export const HINT_EDGE = "#eaf6f3";
