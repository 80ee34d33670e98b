/** What Cat Cab adds to the page of its end. */
import type { GameEnd } from "../../../table/end/story";
import type { Move, View } from "../reading";
import Picture from "./Picture.svelte";
import { aside, highlights, scoresOf } from "./telling";

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the map",
  course: { title: "Points over the game", scores: scoresOf },
  highlights,
  aside,
  colours: ["#f5be2e", "#5f93a8"],
};
