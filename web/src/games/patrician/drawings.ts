/** Patrician's guide speaks of crests, symbols and messengers as they are drawn on the table. */
import Crest from "../../games/patrician/pieces/Crest.svelte";
import Mark from "../../games/patrician/pieces/Mark.svelte";
import Messenger from "../../games/patrician/pieces/Messenger.svelte";
import Star from "../../games/patrician/pieces/Star.svelte";
import type { Drawings } from "./index";

const FIRENZE = 8;

export const DRAWINGS: Drawings = {
  any: { Piece: Mark, props: { name: "any" } },
  crest: { Piece: Crest, props: { city: FIRENZE } },
  messenger: { Piece: Messenger },
  move: { Piece: Mark, props: { name: "move" } },
  star: { Piece: Star },
};
