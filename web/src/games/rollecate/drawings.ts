/** Rollecate's guide speaks of cards, dice and the engine as they lie on the table. */
import Card from "../../games/rollecate/pieces/Card.svelte";
import Die from "../../games/rollecate/pieces/Die.svelte";
import Engine from "../../games/rollecate/pieces/Engine.svelte";
import { kindNamed } from "../../games/rollecate/reading";
import type { Drawings } from "./index";

export const DRAWINGS: Drawings = {
  engine: { Piece: Engine },
  wheel: { Piece: Die, props: { wheel: true } },
  blank: { Piece: Die, props: { wheel: false } },
  curve: { Piece: Card, props: { kind: kindNamed("3 curve") } },
  broken: { Piece: Card, props: { kind: kindNamed("2 broken straight") } },
  chaos: { Piece: Card, props: { kind: kindNamed("1 chaos") } },
};
