/** What a choice brings, in a few words below its name; empty where the name says it all. */
import { PHASE, cursesInWords, isQuiet, kindAt, type Move, type View } from "../reading";
import { aimOf } from "../targets";

export function bringing(view: View, move: Move): string {
  if ("roll_item" in move) return "spaces, a lucky charm or a new die";
  if ("take_die" in move) return "yours to roll from the next turn on";
  if ("lose_die" in move) return view.lost_dice_stay_lost ? "it is out of the game then" : "it can be won again";
  if ("sabotage" in move) return `has ${cursesInWords(view.curses[move.sabotage.seat] ?? 0)} now`;
  if ("back" in move) return goingBack(view, move);
  return "";
}

/** Curses in excess make a cab land where it goes back to; a cab that is pushed does not land, unless the table says so. */
function goingBack(view: View, move: Move): string {
  const place = aimOf(view, move)?.place ?? -1;
  if (view.phase !== PHASE.surplus_back && !view.pushed_cabs_land) return "nothing happens there";
  if (view.passenger === place) return "where the passenger waits";
  if (isQuiet(view, place)) return "";
  return { plain: "", nibbles: "onto cat nibbles", patrol: "onto Paw patrol" }[kindAt(view, place)];
}
