/** Names and one-line explanations of what lies on the map, for labels and for those who listen. */
import { PAGE } from "./generated";
import type { Choice, SeatInfo } from "../../table/board";
import { counted, capital } from "../../lobby/words";
import { whoIs, whose } from "../boards/naming";
import { reachOf } from "./reach";
import {
  LEFT,
  PHASE,
  START,
  active,
  cabsAt,
  cursesInWords,
  isOnGrid,
  isOutOfPlay,
  kindAt,
  nextLeavingPoints,
  spacesInWords,
  squareName,
  type Move,
  type View,
} from "./reading";

const KINDS = {
  plain: "",
  nibbles: "Cat nibbles: land here and roll for a new die, a rival's die or a burst of speed.",
  patrol: "Paw patrol: land here and roll for what you lose: a die, two spaces or a passenger.",
} as const;

/** Everything there is to say about a place. */
export function explain(view: View, seats: SeatInfo[], place: number, viewer: number | null): string {
  const standing = cabs(view, seats, place, viewer);
  if (place === START) return sentence(["The start area.", ...standing]);
  if (place === LEFT) return sentence([exit(view), ...standing]);
  if (!isOnGrid(place)) return "";
  return sentence([`${squareName(place)}.`, ...passenger(view, place), ...standing, kind(view, place)]);
}

function sentence(parts: string[]): string {
  return parts.filter(Boolean).join(" ");
}

function exit(view: View): string {
  if (view.picked_up === 0) return "The exit, closed until somebody picks up the first passenger.";
  const points = nextLeavingPoints(view);
  return points === null
    ? "The exit."
    : `The exit, open. The next one out scores ${counted(points, "point", "points")}.`;
}

function passenger(view: View, place: number): string[] {
  return view.passenger === place ? [`A passenger waits: land here exactly for ${PAGE.passenger_points} points.`] : [];
}

function cabs(view: View, seats: SeatInfo[], place: number, viewer: number | null): string[] {
  return cabsAt(view, place).map((seat) => {
    const curses = view.curses[seat]!;
    return `${capital(whose(seats, seat, viewer))} cab${curses ? ` with ${cursesInWords(curses)}` : ""}.`;
  });
}

function kind(view: View, place: number): string {
  const text = KINDS[kindAt(view, place)];
  if (isOutOfPlay(view, place)) return "A passenger has waited here, so the square does nothing else any more.";
  return text && view.passenger === place ? "While the passenger waits, the square does nothing else." : text;
}

/** What a move leaves to do, as far as the numbers on the table tell; luck is not foreseen. */
export function foresee(view: View, move: Move): string {
  if (!("move" in move)) return "";
  const dice = view.ones + view.twos - 1;
  if (dice === 0) return "The last die: you land here.";
  return `After that ${counted(dice, "more die", "more dice")} to drive.`;
}

/** What is to be done before anything is chosen on the map; empty where it is not so. */
export function notYet(choices: readonly Choice<Move>[]): string {
  const offers = (...kinds: string[]): boolean => choices.some(({ move }) => kinds.some((kind) => kind in move));
  if (offers("roll")) return "Not yet: roll the dice first.";
  if (offers("mark", "reroll", "stop")) return "Not yet: first re-roll dice, or stop.";
  if (offers("roll_item", "skip_items")) return "Not yet: first roll for an item, or skip.";
  if (offers("cancel")) return "Not yet: first choose what your curses take away.";
  return offers("take_die", "lose_die") ? "Not yet: first choose a die." : "";
}

/** Why nobody drives to a place that lies in the direction of a legal move, and the clause that says so. */
export function stepRefused(view: View, place: number): [reason: string, clause: string] {
  if (view.phase === PHASE.boosting) return ["The boost goes to the end of its spaces or of the street.", "CAB-95"];
  if (place === view.place[active(view)]) return ["Your cab has to drive on.", "CAB-75"];
  return ["One die at a time: to a marked crossing.", "CAB-72"];
}

/** Why a place is none that can be chosen now, as far as the numbers on the table tell; the rules are asked on a press. */
export function refusalAt(view: View, place: number): string {
  if (view.phase === PHASE.sabotaging) return "Curses go to a rival's cab.";
  if (view.phase !== PHASE.driving && view.phase !== PHASE.boosting) return "Not on the shortest way back.";
  const seat = active(view);
  if (view.phase === PHASE.boosting || place === view.place[seat]) return stepRefused(view, place)[0];
  // curses have been taken off before anybody drives
  const reach = reachOf({ ...view, curses: [] }, seat, view);
  return reach.has(place)
    ? "In reach with more than one die: one after the other."
    : `Not in reach with ${spacesInWords(view.ones + 2 * view.twos)}.`;
}

/** The whole map in a sentence or two, for those who do not see it. */
export function overview(view: View, seats: SeatInfo[], viewer: number | null): string {
  const where = Array.from({ length: view.seats }, (_, seat) => {
    const place = view.place[seat]!;
    const at = isOnGrid(place) ? `at ${squareName(place)}` : place === START ? "in the start area" : "off the map";
    return `${whoIs(seats, seat, viewer)} ${seat === viewer ? "are" : "is"} ${at}`;
  });
  const waiting = isOnGrid(view.passenger) ? ` A passenger waits at ${squareName(view.passenger)}.` : "";
  return `Map of Mew York, ${PAGE.columns} columns and ${PAGE.rows} rows. ${where.join(". ")}.${waiting}`;
}
