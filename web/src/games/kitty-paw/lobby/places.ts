/** Where the options of Kitty Paw stand on the page on which a table is opened. */
import type { Place } from "../../../lobby/plan";

const RACE = { calm: false };

/** By option, in the order in which they stand; options without a place come last. */
export const places: Record<string, Place> = {
  calm: { players: [2, 3, 4] },
  calm_rounds: { with: { calm: true }, players: [2, 3, 4] },
  calm_minutes: { with: { calm: true }, players: [2, 3, 4] },
  deck: {},
  level2_set: { with: { deck: "levels" } },
  tumbled: {},
  countdown_seconds: { heading: "Times, in seconds" },
  ready_seconds: { heading: "Times, in seconds" },
  peek_seconds: { heading: "Times, in seconds", with: RACE },
  reaction_seconds: { heading: "Times, in seconds", with: RACE },
  round_limit_seconds: { heading: "Times, in seconds", with: RACE },
};
