/**
 * What the cats say when something happens: a few words in a bubble beside a cab, with the die that caused them. The full
 * sentence stands in the log; this is for those who watch the map.
 */
import { PAGE } from "./generated";
import {
  LEFT,
  PHASE,
  START,
  active,
  bits,
  collectorOf,
  spacesInWords,
  type Effect,
  type Move,
  type View,
} from "./reading";
import { towedBetween } from "./motion";

export interface Caption {
  /** The place beside which it is said. */
  place: number;
  /** Who says it; null for the street itself. */
  seat: number | null;
  /** The face of the die that caused it; 0 for none. */
  die: number;
  text: string;
}

const ITEMS: readonly Effect[] = PAGE.items;
const NIBBLES: readonly Effect[] = PAGE.nibbles;
const PATROL: readonly Effect[] = PAGE.patrol;

/** What is said about the step from one view to the next; null for steps that speak for themselves. */
export function captionOf(before: View, after: View, move: Move | null): Caption | null {
  if (!move) return null;
  const seat = active(before);
  const said = "die" in move ? ofDie(before, after, move.die.shows) : ofMove(before, after, move);
  const towed = towedBetween(before, after)[0];
  if (towed !== undefined) return { place: before.place[towed]!, seat: towed, die: 0, text: "Stuck in traffic!" };
  if (!said) return null;
  return { place: after.place[seat] ?? START, seat, die: "die" in move ? move.die.shows : 0, ...said };
}

function ofDie(before: View, after: View, face: number): (Partial<Caption> & { text: string }) | null {
  switch (before.phase) {
    case PHASE.item_die:
      return { text: ofItem(before, after, face) };
    case PHASE.power_up_die:
      return { text: ofNibbles(before, after, face) };
    case PHASE.debuff_die:
      return { text: ofPatrol(before, after, face) };
    case PHASE.boost_die:
      return { text: `Boost: ${spacesInWords(face)}!` };
    case PHASE.turn_dice:
      return ofTurnDie(before, after);
    case PHASE.passenger_row:
      return ofPassenger(before, after, face);
    case PHASE.fight_dice:
      return ofFight(before, after);
    default:
      return null;
  }
}

function ofTurnDie(before: View, after: View): { text: string; die: number } | null {
  const seat = active(before);
  const curses = after.curses[seat]!;
  if (curses === before.curses[seat]) return null;
  return { text: curses === PAGE.max_curses ? "Four curses: hands off!" : "Hiss!", die: 0 };
}

/** A passenger finds a free corner, or has to look again. */
function ofPassenger(before: View, after: View, row: number): Partial<Caption> & { text: string } {
  const place = before.column - 1 + PAGE.columns * (row - 1);
  return { place, seat: null, die: 0, text: after.phase === PHASE.passenger_column ? "Taken: roll again." : "Taxi!" };
}

/** The winner of a cat fight is the one who does not have to go back. */
function ofFight(before: View, after: View): (Partial<Caption> & { text: string }) | null {
  if (after.phase !== PHASE.fight_back) return null;
  const losers = [...bits(after.fighters), after.back_seat];
  const winner = bits(before.fighters).find((seat) => !losers.includes(seat));
  if (winner === undefined) return null;
  return { seat: winner, place: after.place[winner]!, die: 0, text: "My corner now!" };
}

function ofItem(before: View, after: View, face: number): string {
  const { effect, amount } = ITEMS[face - 1] ?? { effect: "nothing", amount: 0 };
  if (effect === "move") return `${spacesInWords(amount)} more`;
  if (effect === "lucky_charm") return before.passenger < 0 ? "A charm, and nobody waits" : "Lucky charm!";
  if (effect === "nothing") return "Only fluff";
  return gained(before, after);
}

function gained(before: View, after: View): string {
  return before.holder.join() === after.holder.join() ? "Not in the shop" : "A new die!";
}

function ofNibbles(before: View, after: View, face: number): string {
  const effect = NIBBLES[face - 1]?.effect;
  if (effect === "greedy_cat") return after.phase === PHASE.greedy_cat ? "Greedy cat!" : "Nothing to grab";
  if (effect === "boost_d6") return "Speed boost!";
  return gained(before, after);
}

function ofPatrol(before: View, after: View, face: number): string {
  const effect = PATROL[face - 1]?.effect;
  if (effect === "back") return "Pothole!";
  if (effect === "lose_die") return after.phase === PHASE.bad_luck ? "Bad luck!" : "Nothing to lose";
  return after.lost > before.lost ? "I'll walk, says the fare" : "No fare to upset";
}

function ofMove(before: View, after: View, move: Move): (Partial<Caption> & { text: string }) | null {
  const seat = active(before);
  if ("collect" in move) {
    const finder = collectorOf(before, after);
    const text = before.picked_up === 0 ? "Purr! The exit opens." : "Where to, purr?";
    return { text, seat: finder, place: after.place[finder]! };
  }
  if ("take_die" in move) return { text: "Mine now." };
  if ("lose_die" in move) return { text: "Farewell, little die." };
  if ("sabotage" in move) return { text: "With love." };
  if ("back" in move && before.phase === PHASE.surplus_back)
    return { text: "Cursed!", seat: before.back_seat, place: after.place[before.back_seat]! };
  if (after.place[seat] === LEFT && before.place[seat] !== LEFT)
    return { text: before.departure.some((rank) => rank > 0) ? "Made it!" : "So long, kitties!" };
  return null;
}
