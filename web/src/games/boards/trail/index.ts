/** The marks with which every board tells what the others just did. How they are used stands at `GameProps` in board.ts. */
export { default as Arrow } from "./Arrow.svelte";
export { default as Cap } from "./Cap.svelte";
export { default as Ghost } from "./Ghost.svelte";
export { default as Pawprints } from "./Pawprints.svelte";
export { default as Ring } from "./Ring.svelte";
export { default as TrailNumber } from "./TrailNumber.svelte";
export type { Point } from "./pawprints";
