/** What Kitty Paw adds to the page of its end. */
import type { GameEnd } from "../../../table/end/story";
import { bestTimes } from "../best.svelte";
import { seatsOf, type Move, type View } from "../reading";
import Picture from "./Picture.svelte";
import { aside, highlights } from "./telling";

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the cards",
  course: { title: "Points over the game", scores: (view) => seatsOf(view).map((seat) => view.total[seat]!) },
  highlights,
  aside: (story) => aside(story, bestTimes()),
  colours: ["#e3a23a", "#8e2a1d"],
};
