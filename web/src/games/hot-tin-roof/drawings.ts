/** Hot Tin Roof's guide speaks of cats, food and pieces as they lie on the table. */
import Can from "./pieces/Can.svelte";
import Cat from "./pieces/Cat.svelte";
import Fish from "./pieces/Fish.svelte";
import Plank from "./pieces/Plank.svelte";
import Shelter from "./pieces/Shelter.svelte";
import type { Drawings } from "../../guide/drawings";

export const DRAWINGS: Drawings = {
  can: { Piece: Can },
  fish: { Piece: Fish },
  sitting: { Piece: Cat, props: { seat: 0, shape: 0 } },
  lying: { Piece: Cat, props: { seat: 0, shape: 1 } },
  catwalk: { Piece: Plank, props: { seat: 0 } },
  deluxe: { Piece: Plank, props: { seat: 0, deluxe: true } },
  shelter: { Piece: Shelter, props: { seat: 0, preserveAspectRatio: "xMidYMid" } },
};
