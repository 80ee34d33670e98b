/** What a roll may bring, reckoned from the faces of the dice and from what lies ahead of the train. Decides nothing. */
import { PAGE } from "./generated";
import { cardOf, cardsAhead, isBrokenAt, type View } from "./reading";

/** How likely one die shows a wheel. */
const WHEEL = PAGE.faces.filter((face) => face === "wheel").length / PAGE.faces.length;

/** How likely so many dice show so many wheels or more. */
export function chanceOfAtLeast(wheels: number, dice: number): number {
  let sum = 0;
  for (let shown = Math.max(0, wheels); shown <= dice; shown++) sum += chanceOf(shown, dice);
  return sum;
}

function chanceOf(wheels: number, dice: number): number {
  let ways = 1;
  for (let each = 0; each < wheels; each++) ways = (ways * (dice - each)) / (each + 1);
  return ways * WHEEL ** wheels * (1 - WHEEL) ** (dice - wheels);
}

/** What rolling would be like if a card were built and nothing after it. */
export interface Outlook {
  dice: number;
  /** Cards ahead of the train then. */
  ahead: number;
  /** How many wheels there are on the average. */
  wheels: number;
  /** With so many wheels or more she rolls onto a broken track; more than there are dice if none is in reach. */
  damage: number;
  /** How likely the roll costs at least one penalty card. */
  risk: number;
}

export function outlookOf(view: View, kind: number): Outlook {
  const { value, kind: what } = cardOf(kind);
  const dice = value * (view.built + 1);
  const ahead = cardsAhead(view) + 1;
  const damage = firstBroken(view) ?? (what === "broken" ? ahead : dice + 1);
  return { dice, ahead, wheels: dice * WHEEL, damage, risk: chanceOfAtLeast(Math.min(damage, ahead + 1), dice) };
}

/** How many steps lead to the first broken track ahead; null where there is none. */
function firstBroken(view: View): number | null {
  for (let step = 1; step <= cardsAhead(view); step++) if (isBrokenAt(view, view.train + step)) return step;
  return null;
}
