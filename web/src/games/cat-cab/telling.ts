/** The table in words: what a reader has to know of the city and of the turn, as names and sentences without pictures. */
import { listOf } from "../../lobby/words";
import { PAGE } from "./generated";
import {
  DICE,
  PHASE,
  SQUARES,
  active,
  bits,
  cursesInWords,
  faceInWords,
  isOutOfPlay,
  isQuiet,
  kindAt,
  spacesInWords,
  squareName,
  type Kind,
  type View,
} from "./reading";
import { driveInWords, extrasInWords } from "./side/stopping";

/** Every special square of a kind, in the order of rows; those that do nothing now say so. */
export function squaresOf(view: View, kind: Kind): string[] {
  return Array.from({ length: SQUARES }, (_, square) => square)
    .filter((square) => kindAt(view, square) === kind)
    .map((square) => {
      if (isOutOfPlay(view, square)) return `${squareName(square)}, out of play`;
      return isQuiet(view, square) ? `${squareName(square)}, not while the passenger waits there` : squareName(square);
    });
}

/** Where one enters and leaves, and what leaving is worth. */
export function gatesInWords(view: View): string {
  const [entry, exit] = [view.entry, 1 - view.entry].map((gate) => squareName(PAGE.gates[gate]!.square));
  const gone = view.departure.filter((rank) => rank > 0).length;
  const worth = listOf(PAGE.leaving_points.slice(gone, view.seats).map(String));
  const state = view.picked_up > 0 ? "open" : "closed until the first passenger is picked up";
  return `Cabs come in at ${entry}. The exit is at ${exit} and is ${state}.${worth ? ` Leaving scores ${worth}, in this order.` : ""}`;
}

export function passengerInWords(view: View): string {
  const picked = `${view.picked_up} of ${PAGE.passengers} ${view.picked_up === 1 ? "has" : "have"} been picked up`;
  const lost = view.lost ? `, of whom ${view.lost} ${view.lost === 1 ? "was" : "were"} lost again` : "";
  const waits = view.passenger < 0 ? "No passenger waits" : `A passenger waits at ${squareName(view.passenger)}`;
  return `${waits}; ${picked}${lost}.`;
}

/** The dice of the turn, each with its face and what that gives; a line for each. */
export function diceLines(view: View): string[] {
  return bits(view.pool).map((number) => {
    const { name } = DICE[number]!;
    const face = view.face[number] ?? 0;
    const marked = (view.marked >> number) & 1 ? ", marked for the re-roll" : "";
    if ((view.rolling >> number) & 1 || !face) return `${name}: rolling`;
    return `${name}: ${face}, ${faceInWords(face)}${marked}`;
  });
}

/** What the dice come to, or what is left of them; empty where there is nothing to say. */
export function turnInWords(view: View): string {
  if (active(view) < 0) return "";
  if (view.phase === PHASE.rerolling)
    return `Stopping now means: ${[driveInWords(view), extrasInWords(view)].filter(Boolean).join(" ")}.`;
  if (view.boost > 0) return `A speed boost of up to ${spacesInWords(view.boost)} in one direction.`;
  if (view.back_seat >= 0) return `${spacesInWords(view.back_spaces)} back.`;
  if (view.phase === PHASE.sabotaging) return `${cursesInWords(view.to_place)} to hand out.`;
  const left = [...Array<number>(view.twos).fill(2), ...Array<number>(view.ones).fill(1)];
  if (!left.length || view.phase <= PHASE.rerolling) return "";
  return `Left to drive: ${listOf(left.map(spacesInWords))}${view.phase < PHASE.driving ? ", before curses" : ""}.`;
}

/** A cat fight: who rolled what so far; empty while there is none. */
export function fightLines(view: View, name: (seat: number) => string): string[] {
  if (view.phase !== PHASE.fight_dice && view.phase !== PHASE.final_fight) return [];
  return bits(view.fighters).map((seat) => {
    const total = view.fight_total[seat];
    const first = seat === view.duellist && view.fight_die ? `a ${view.fight_die} so far` : "not rolled yet";
    return `${name(seat)}: ${total ? total : first}`;
  });
}
