/** What Cat Cab adds to the page of its end. */
import type { Glyph } from "../../../table/board";
import type { GameEnd, Highlight, Story } from "../../../table/end/story";
import Icon from "../../../art/Icon.svelte";
import Cab from "../pieces/Cab.svelte";
import Curse from "../pieces/Curse.svelte";
import Passenger from "../pieces/Passenger.svelte";
import { colourOf, type Move, type View } from "../reading";
import Picture from "./Picture.svelte";
import { aside, highlights, scoresOf } from "./telling";

const FARE: Glyph = { Picture: Passenger, props: { width: 13, height: 16 } };
const EXIT: Glyph = { Picture: Icon, props: { name: "out", size: 14 } };

/** A picture for what is told: the cab it is told of, or what stuck to it. */
function pictured(highlight: Highlight, { view }: Story<View, Move>): Highlight {
  const cab: Glyph = { Picture: Cab, props: { colour: colourOf(view, highlight.seat ?? 0), width: 34, height: 27 } };
  const curse: Glyph = { Picture: Curse, props: { width: 26, height: 26 } };
  return { ...highlight, picture: highlight.title === "Most cursed" ? curse : cab };
}

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the map",
  course: { title: "Points over the game", scores: scoresOf },
  highlights: (story) => highlights(story).map((each) => pictured(each, story)),
  aside,
  colours: ["#f5be2e", "#5f93a8"],
  glyph: (part) => (part === "Fares" ? FARE : part === "Leaving" ? EXIT : null),
};
