/** Rollecate's guide speaks of cards, dice and the engine as they lie on the table. */
import Card from "./pieces/Card.svelte";
import Die from "./pieces/Die.svelte";
import Engine from "./pieces/Engine.svelte";
import { kindNamed } from "./reading";
import type { Drawings } from "../../guide/drawings";

export const DRAWINGS: Drawings = {
  engine: { Piece: Engine },
  wheel: { Piece: Die, props: { wheel: true } },
  blank: { Piece: Die, props: { wheel: false } },
  curve: { Piece: Card, props: { kind: kindNamed("3 curve"), bare: true } },
  broken: { Piece: Card, props: { kind: kindNamed("2 broken straight"), bare: true } },
  chaos: { Piece: Card, props: { kind: kindNamed("1 chaos"), bare: true } },
};
