/** Where the options of a game stand on the page on which a table is opened, for games with many of them. */
import type { Place } from "./plan";

/** By game and option, in the order in which they stand; options without a place come last. */
export const PLACES: Record<string, Record<string, Place>> = {
  "kitty-paw": {
    calm: { players: [2, 3, 4] },
    calm_rounds: {},
    calm_minutes: {},
    deck: {},
    level2_set: {},
    tumbled: {},
    countdown_seconds: { heading: "Times, in seconds" },
    ready_seconds: { heading: "Times, in seconds" },
    peek_seconds: { heading: "Times, in seconds" },
    reaction_seconds: { heading: "Times, in seconds" },
    round_limit_seconds: { heading: "Times, in seconds" },
  },
};
