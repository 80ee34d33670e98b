/** Cat Cab's guide speaks of dice, squares and cubes as they lie on the table. */
import Curse from "./pieces/Curse.svelte";
import Die from "./pieces/Die.svelte";
import Nibbles from "./pieces/Nibbles.svelte";
import Passenger from "./pieces/Passenger.svelte";
import Patrol from "./pieces/Patrol.svelte";
import type { Drawings } from "../../guide/drawings";

export const DRAWINGS: Drawings = {
  1: { Piece: Die, props: { face: 1 } },
  2: { Piece: Die, props: { face: 2 } },
  3: { Piece: Die, props: { face: 3 } },
  4: { Piece: Die, props: { face: 4 } },
  5: { Piece: Die, props: { face: 5 } },
  6: { Piece: Die, props: { face: 6 } },
  // Only eight-sided dice go beyond six, and all of those have a colour.
  7: { Piece: Die, props: { face: 7, sides: 8, colour: "blue" } },
  8: { Piece: Die, props: { face: 8, sides: 8, colour: "blue" } },
  d6: { Piece: Die, props: { face: 6, colour: "red" } },
  d8: { Piece: Die, props: { face: 8, sides: 8, colour: "red" } },
  curse: { Piece: Curse },
  nibbles: { Piece: Nibbles },
  passenger: { Piece: Passenger },
  patrol: { Piece: Patrol },
};
