/** What Rollecate adds to the page of its end. */
import type { Glyph } from "../../../table/board";
import type { GameEnd, Highlight } from "../../../table/end/story";
import { bestOf } from "../best.svelte";
import Card from "../pieces/Card.svelte";
import Engine from "../pieces/Engine.svelte";
import type { Move, View } from "../reading";
import Best from "./Best.svelte";
import Picture from "./Picture.svelte";
import { aside, highlights, scoresOf, wayOf } from "./telling";

/** A card that is face down. */
const BACK = -1;
const ENGINE: Glyph = { Picture: Engine, props: { width: 34, height: 27 } };
const CARD: Glyph = { Picture: Card, props: { kind: BACK, width: 28, height: 28 } };

/** A picture for what is told: the engine for what she drove over, a card for what came into a pile. */
function pictured(highlight: Highlight): Highlight {
  return { ...highlight, picture: highlight.title === "Longest track" ? ENGINE : CARD };
}

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the railway",
  course: { title: "Points over the game", scores: scoresOf },
  highlights: (story) => highlights(story).map(pictured),
  aside: (story) => aside(story, bestOf(wayOf(story.view))),
  colours: ["#7a5530", "#d9782d"],
  More: Best,
};
