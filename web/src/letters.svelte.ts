/** The page's own letters come after its first words: what was measured before was measured in others. */

let came = $state(0);
globalThis.document?.fonts?.addEventListener("loadingdone", () => came++);

/** How often letters have come so far; whoever measures words reads it, and so measures them again. */
export function timesLettersCame(): number {
  return came;
}
