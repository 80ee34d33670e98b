/** Where the options of a game stand on the page on which a table is opened, for games with many of them. */
import type { Place } from "./plan";

const RACE = { calm: false };

/** By game and option; an option without a place stands first, under no heading of its own. */
export const PLACES: Record<string, Record<string, Place>> = {
  "kitty-paw": {
    calm: { players: [2, 3, 4] },
    level2_set: { with: { deck: "levels" } },
    calm_rounds: { with: { calm: true }, players: [2, 3, 4] },
    calm_minutes: { with: { calm: true }, players: [2, 3, 4] },
    countdown_seconds: { heading: "Times, in seconds" },
    ready_seconds: { heading: "Times, in seconds" },
    peek_seconds: { heading: "Times, in seconds", with: RACE },
    reaction_seconds: { heading: "Times, in seconds", with: RACE },
    round_limit_seconds: { heading: "Times, in seconds", with: RACE },
  },
};
