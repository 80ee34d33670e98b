/** What is pressed for a move; of a card that is played, also the city that it builds in. */
import { pressOf } from "../../table/pressing";
import { CARDS, cardIn, type Move } from "./reading";

export function touch(move: Move): string[] {
  const city = CARDS[cardIn(move)]?.city;
  return city === undefined ? [pressOf(move)] : [pressOf(move), `city ${city}`];
}
