/** Names and one-line explanations of what lies on the table, for labels and for those who listen. */
import type { SeatInfo } from "../../table/board";
import { PAGE } from "./generated";
import { endOf, isTaken, moved, CARD } from "./geometry";
import { outlookOf } from "./odds";
import type { Target, Use } from "./targets";
import {
  PHASE,
  cardOf,
  cardsAhead,
  cardsBehind,
  counted,
  diceInWords,
  fittingValues,
  isBrokenAt,
  isBetsy,
  isOver,
  isSetUp,
  lastValue,
  listed,
  nameOf,
  nameOfCard,
  placesOf,
  rollOf,
  topOf,
  topValue,
  pileOf,
  sumOf,
  type View,
} from "./reading";

/** The railway in a few sentences, for those who do not see it. */
export function overview(view: View): string {
  const cards = view.end - view.first;
  if (cards === 0) return "The table is empty: the railway begins here.";
  const broken = placesOf(view).filter((place) => isBrokenAt(view, place)).length;
  const parts = [`Railway of ${counted(cards, "card")}${broken ? `, ${broken} of them broken` : ""}.`];
  if (view.train >= 0)
    parts.push(
      `Rollecate stands on the ${nameOfCard(view.track[view.train]!)}, with ${counted(cardsAhead(view), "card")} ahead.`,
    );
  parts.push(`The last card is a ${lastValue(view)}.`);
  if (endOf(view).blocked) parts.push("The line runs into itself: nobody can build.");
  const { thrown, wheels } = rollOf(view);
  const shown = wheels ? counted(wheels, "wheel") : `no wheel${thrown === 1 ? "" : "s"}`;
  if (thrown) parts.push(`${thrown === 1 ? "The die shows" : `${thrown} dice show`} ${shown}.`);
  return parts.join(" ");
}

/** The railway card by card, the oldest first: what it is, where the line goes on from it, and whether the train is there. */
export function railwayInWords(view: View): string[] {
  return placesOf(view).map((place) => {
    const bend = PAGE.bends[view.bend[place] ?? 0];
    const parts = [nameOfCard(view.track[place]!)];
    if (bend !== "straight") parts.push(`bends ${bend}`);
    parts.push(`leads ${PAGE.headings[view.heading[place] ?? 0]}`);
    if (place === view.train) parts.push("the train stands here");
    return parts.join(", ");
  });
}

/** The card that is taken first as a penalty; empty where nothing lies behind the train. */
export function nextPenalty(view: View): string {
  return cardsBehind(view) > 0 && !isOver(view)
    ? `The next penalty card is the ${nameOfCard(view.track[view.first]!)}.`
    : "";
}

/** What a card of the hand is called, and what playing it means; or why it cannot be played, for those on turn. */
export function labelOfCard(view: View, kind: number, count: number, use: Use | null, isOnTurn: boolean): string {
  const name = `${nameOfCard(kind)}${count > 1 ? `, ${count} of them` : ""}`;
  if (!use) return isOnTurn ? `${capital(name)}, cannot be played now: ${whyShut(view, kind)}` : capital(name);
  if (use.builds.length > 1) return `Build the ${name}, then choose its bend. ${foresee(view, kind)}`;
  if (use.builds.length) return `Build the ${name}. ${foresee(view, kind)}`;
  if (use.combine) return `Play the ${name}, which pairs with the top of your pile. ${foreseeLaying(view, kind)}`;
  return `${view.phase === PHASE.laying ? "Lay" : "Discard"} the ${name}. ${foreseeLaying(view, kind)}`;
}

/** What playing a card means, in a few words beside it, or why it cannot be played; the second part can be spared. */
export function briefly(view: View, kind: number, use: Use | null): string[] {
  if (!use) return whyShut(view, kind).split(/ (?=after)/);
  if (use.builds.length) {
    const { dice, wheels, risk } = outlookOf(view, kind);
    return [`${diceInWords(dice)},`, `about ${counted(Math.round(wheels), "wheel")},`, riskInWords(risk)];
  }
  const { value } = cardOf(kind);
  return [use.combine ? `pairs with your ${value}` : `+${counted(value, "point")}`];
}

/** How likely a roll costs a card; no number is rounded to what cannot be or must be. */
function riskInWords(risk: number): string {
  return risk === 0 ? "no risk" : `risk\u00a0${Math.min(99, Math.max(1, Math.round(100 * risk)))}\u00a0%`;
}

/** Why nothing can be done with a card of the hand now. */
export function whyShut(view: View, kind: number): string {
  const { value, kind: what } = cardOf(kind);
  if (view.phase === PHASE.laying) return "penalty cards come first";
  if (view.phase === PHASE.discarding) return "only chaos cards now";
  if (what === "chaos") return "not while you build";
  if (endOf(view).blocked) return "the line is blocked";
  if (view.phase === PHASE.building && value !== view.value) return `only ${view.value}s now`;
  return `does not fit after the ${lastValue(view)}`;
}

/** What building a card leads to, as far as the numbers on the table tell; luck is not foreseen. */
export function foresee(view: View, kind: number): string {
  if (cardOf(kind).kind === "chaos") return foreseeLaying(view, kind);
  const { dice, ahead, damage } = outlookOf(view, kind);
  const safety = dice <= ahead ? "She cannot derail." : `She derails with more than ${counted(ahead, "wheel")}.`;
  const repair =
    damage <= dice ? ` ${wheelsOrMore(damage, dice)} would take her over a broken track, which costs a card.` : "";
  return `You would roll ${diceInWords(dice)}, with ${counted(ahead, "card")} ahead. ${safety}${repair}`;
}

function wheelsOrMore(wheels: number, dice: number): string {
  return wheels === dice ? capital(counted(wheels, "wheel")) : `${wheels} or more wheels`;
}

/** What laying a card on the own pile leads to. */
export function foreseeLaying(view: View, kind: number): string {
  const seat = view.turn;
  const points = sumOf(pileOf(view, seat));
  const { value } = cardOf(kind);
  if (topValue(view, seat) !== value)
    return `Your pile would grow from ${points} to ${counted(points + value, "point")}.`;
  const below = pileOf(view, seat).at(-2);
  const next = below === undefined ? "" : ` A ${cardOf(below).value} would be on top then.`;
  return `Removing both ${value}s takes your pile from ${points} to ${counted(points - value, "point")}.${next}`;
}

/** What a bend is called: where the line goes, and whether it would be blocked there. */
export function labelOfTarget(view: View, target: Target): string {
  const beyond = moved(endOf(view).at, target.heading, CARD);
  const blocked = isTaken(view, beyond) ? " The line would run into a card there." : "";
  return `${target.choice.label}.${blocked}`;
}

/** Which cards fit the end of the line. */
export function whatFits(view: View): string {
  if (view.end === 0 || isSetUp(view)) return "";
  if (endOf(view).blocked) return "The line runs into itself: nothing fits.";
  return `${listed(fittingValues(view))} fit after the ${lastValue(view)}.`;
}

/** The pile of a seat in words; of other piles only what everybody sees. */
export function pileInWords(view: View, seats: SeatInfo[], seat: number, viewer: number | null): string {
  const pile = pileOf(view, seat);
  const whose = seat === viewer ? "Your pile" : `Pile of ${isBetsy(view, seat) ? "Betsy" : nameOf(seats, seat)}`;
  if (pile.length === 0) return `${whose}: empty`;
  const top = `${counted(pile.length, "card")}, ${nameOfCard(topOf(view, seat))} on top`;
  return seat === viewer || isOver(view) ? `${whose}: ${top}, ${counted(sumOf(pile), "point")}` : `${whose}: ${top}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
