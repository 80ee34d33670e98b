/** What Hot Tin Roof adds to the page of its end. */
import type { Glyph } from "../../../table/board";
import type { GameEnd, Highlight } from "../../../table/end/story";
import Can from "../pieces/Can.svelte";
import Fish from "../pieces/Fish.svelte";
import Shelter from "../pieces/Shelter.svelte";
import { cansInWords, foodOf, seatsOf, type Move, type View } from "../reading";
import Picture from "./Picture.svelte";
import { columns, highlights } from "./telling";

const CAN: Glyph = { Picture: Can, props: { width: 26, height: 18 } };
const FISH: Glyph = { Picture: Fish, props: { width: 34, height: 17 } };

/** A picture for what is told. */
function pictured(highlight: Highlight): Highlight {
  if (highlight.title === "Fullest dumpster" || highlight.title === "Most tolls") return { ...highlight, picture: CAN };
  if (highlight.title !== "Best shelter") return highlight;
  return { ...highlight, picture: { Picture: Shelter, props: { seat: highlight.seat ?? 0, width: 34, height: 12 } } };
}

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the roofs",
  course: { title: "Food over the game", scores: (view) => seatsOf(view).map((seat) => foodOf(view, seat)) },
  columns,
  highlights: (story) => highlights(story).map(pictured),
  aside: ({ view }) => (view.banked > 0 ? `The bank kept ${cansInWords(view.banked)}.` : ""),
  colours: ["#c9684a", "#e3a23a"],
  glyph: (part) => (part === "Cans" ? CAN : part === "Fish" ? FISH : null),
};
