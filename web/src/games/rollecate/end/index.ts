/** What Rollecate adds to the page of its end. */
import type { GameEnd } from "../../../table/end/story";
import { bestOf } from "../best.svelte";
import type { Move, View } from "../reading";
import Best from "./Best.svelte";
import Picture from "./Picture.svelte";
import { aside, highlights, scoresOf, wayOf } from "./telling";

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the railway",
  course: { title: "Points over the game", scores: scoresOf },
  highlights,
  aside: (story) => aside(story, bestOf(wayOf(story.view))),
  colours: ["#7a5530", "#d9782d"],
  More: Best,
};
