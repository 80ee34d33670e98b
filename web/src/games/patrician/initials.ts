/** The initial letter of a city as a key: it chooses what is offered there, or goes from one such thing to the next. */
import type { Choice } from "../../table/board";
import { isSame } from "../boards/moves";
import { CARDS, CITIES, NONE, cardIn, type Move, type View } from "./reading";
import { placeOf } from "./targets";

/** What a key means: a choice, and whether it is the only one with this letter. */
export interface Meant {
  choice: Choice<Move>;
  isOnly: boolean;
}

/** What an initial means among the choices; `from` is the one that has the focus, and the next one after it is meant. */
export function initialOf(view: View, choices: Choice<Move>[], key: string, from: Move | null): Meant | null {
  const found = choices.filter(({ move }) => {
    const city = cityOf(view, move);
    return city !== NONE && CITIES[city]!.name.charAt(0) === key.toUpperCase();
  });
  const at = found.findIndex(({ move }) => isSame(move, from));
  const choice = found[(at + 1) % Math.max(1, found.length)];
  return choice ? { choice, isOnly: found.length === 1 } : null;
}

/** The city that a choice is about; -1 for what is not chosen by city, such as the site of a floor. */
function cityOf(view: View, move: Move): number {
  const card = cardIn(move);
  if (card !== NONE) return CARDS[card]!.city;
  const place = "floor" in move ? null : placeOf(view, move);
  if (!place || "pair" in place) return NONE;
  return "card" in place ? place.card : place.city;
}
