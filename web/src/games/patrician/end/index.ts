/** What Patrician adds to the page of its end. */
import type { GameEnd, Highlight } from "../../../table/end/story";
import Crest from "../pieces/Crest.svelte";
import Head from "../pieces/Head.svelte";
import { CITIES, nameOf, type Move, type View } from "../reading";
import Cities from "./Cities.svelte";
import Note from "./Note.svelte";
import PartSign from "./PartSign.svelte";
import Picture from "./Picture.svelte";
import { highlights } from "./telling";

/** The arms of a city, or a portrait, for what is told. */
function pictured(highlight: Highlight): Highlight {
  const city = CITIES.findIndex(({ name }) => name === highlight.who);
  const picture =
    city < 0
      ? { Picture: Head, props: { person: 0, width: 30, height: 30 } }
      : { Picture: Crest, props: { city, width: 28, height: 32 } };
  return { ...highlight, picture };
}

export const END: GameEnd<View, Move> = {
  Picture,
  look: "Look at the map",
  highlights: (story) => highlights(story).map(pictured),
  aside: ({ view, seats, own }) => {
    if (view.penalised < 0) return "";
    return `${view.penalised === own ? "You" : nameOf(seats, view.penalised)} helped the messengers least.`;
  },
  colours: ["#e9b93f", "#a9a79c", "#c4673f", "#5f93a8", "#8e2a1d"],
  glyph: (part) => ({ Picture: PartSign, props: { part } }),
  Note,
  More: Cities,
};
