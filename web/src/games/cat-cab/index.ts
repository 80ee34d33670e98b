/** Cat Cab for the page: what the frame draws with. */
import type { GameModule } from "../../table/board";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Player from "./Player.svelte";
import Side from "./Side.svelte";
import { duration } from "./motion";
import { colourOf, type Move, type View } from "./reading";

function seatClass(view: View, seat: number): string {
  return `p-${colourOf(view, seat)}`;
}

// held against the contract here, so that a mistake is found where it was made
({ Board, Side, Actions, Player, Facts, seatClass, duration }) satisfies GameModule<View, Move>;

export { Actions, Board, Facts, Player, Side, duration, seatClass };
