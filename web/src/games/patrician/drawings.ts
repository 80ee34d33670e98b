/** Patrician's guide speaks of crests, symbols and messengers as they are drawn on the table. */
import Crest from "./pieces/Crest.svelte";
import Mark from "./pieces/Mark.svelte";
import Messenger from "./pieces/Messenger.svelte";
import Star from "./pieces/Star.svelte";
import type { Drawings } from "../../guide/drawings";

const FIRENZE = 8;

export const DRAWINGS: Drawings = {
  any: { Piece: Mark, props: { name: "any" } },
  crest: { Piece: Crest, props: { city: FIRENZE } },
  messenger: { Piece: Messenger },
  move: { Piece: Mark, props: { name: "move" } },
  star: { Piece: Star },
};
