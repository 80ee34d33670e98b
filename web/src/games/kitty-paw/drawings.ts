/** Kitty Paw's guide speaks of cats, boxes and paws as they lie on the table. */
import LevelMark from "./pieces/LevelMark.svelte";
import Paw from "./pieces/Paw.svelte";
import Tile from "./pieces/Tile.svelte";
import { HIDE, pieceNamed } from "./reading";
import type { Drawings } from "../../guide/drawings";

export const DRAWINGS: Drawings = {
  awake: { Piece: Tile, props: { piece: pieceNamed("exotic"), side: 0 } },
  asleep: { Piece: Tile, props: { piece: pieceNamed("exotic"), side: 1 } },
  bobtail: { Piece: Tile, props: { piece: pieceNamed("bobtail"), side: 0 } },
  box: { Piece: Tile, props: { piece: HIDE } },
  manx: { Piece: Tile, props: { piece: HIDE, animal: 6 } },
  paw: { Piece: Paw },
  first: { Piece: LevelMark, props: { level: 1 } },
  second: { Piece: LevelMark, props: { level: 2 } },
  third: { Piece: LevelMark, props: { level: 3 } },
};
