/** Where the options of Kitty Paw stand on the page on which a table is opened. */
import type { Place } from "../../../lobby/plan";

/** By option, in the order in which they stand; options without a place come last. */
export const places: Record<string, Place> = {
  calm: { players: [2, 3, 4] },
  calm_rounds: { players: [2, 3, 4] },
  calm_minutes: { players: [2, 3, 4] },
  deck: {},
  level2_set: {},
  tumbled: {},
  countdown_seconds: { heading: "Times, in seconds" },
  ready_seconds: { heading: "Times, in seconds" },
  peek_seconds: { heading: "Times, in seconds" },
  reaction_seconds: { heading: "Times, in seconds" },
  round_limit_seconds: { heading: "Times, in seconds" },
};
