/** What wins, what ends the game from here, and what brings points. */
import type { GameProps } from "../../table/board";
import { counted, inWords, listOf } from "../../lobby/words";
import { whoIs } from "../boards/naming";
import type { ScoringLine } from "../boards/scoring";
import { PAGE } from "./generated";
import { hurry } from "./kit";
import { passengersToCome } from "./motion";
import { isOver, isRushHour, seatsOf, squareName, type Move, type View } from "./reading";

export type Drawn = "passenger" | "out" | "exit" | "towed" | "clock";

export function goal({ view, viewer }: GameProps<View, Move>): { wins: string; rest: string } {
  return { wins: "Most points win, if you get out.", rest: restOf(view, viewer) };
}

function restOf(view: View, viewer: number | null): string {
  if (isOver(view)) return "";
  if (isRushHour(view)) {
    const own = viewer === null ? "" : hurry(view, viewer);
    return own ? `Rush hour: ${own}` : "Rush hour";
  }
  return view.picked_up > 0 ? "Exit open; the first one out starts rush hour" : "The first pick-up opens the exit";
}

export function scoring(props: GameProps<View, Move>): ScoringLine<Drawn>[] {
  const { view } = props;
  const isOpen = view.picked_up > 0;
  return [
    {
      picture: "passenger",
      words: `Every passenger you bring out. ${fares(view)}`,
      value: String(PAGE.passenger_points),
    },
    {
      picture: "out",
      words: `Leaving first, ${view.seats > 2 ? "second or third" : "or second"}.${departed(props)}`,
      value: PAGE.leaving_points.slice(0, view.seats).join(", "),
    },
    {
      picture: "exit",
      words: isOpen ? "The exit is open for everybody." : "The first pick-up of all opens the exit.",
      value: isOpen ? "open" : "closed",
    },
    { picture: "towed", words: "Whoever is still in the city at the end has nothing.", value: "0" },
    { picture: "clock", words: ending(view), value: turnsLeft(props) },
  ];
}

/** Who waits, who is still to come, who is gone for good. */
function fares(view: View): string {
  const toCome = passengersToCome(view);
  const waiting = view.passenger >= 0 ? `One waits at ${squareName(view.passenger)}` : "Nobody waits";
  const lost = view.lost ? `, ${view.lost} lost` : "";
  return `${waiting}, ${toCome ? `${toCome} more to come` : "no more to come"}${lost}.`;
}

function departed({ view, seats, viewer }: GameProps<View, Move>): string {
  const gone = seatsOf(view)
    .filter((seat) => view.departure[seat]! > 0)
    .sort((one, other) => view.departure[one]! - view.departure[other]!)
    .map((seat) => whoIs(seats, seat, viewer));
  if (gone.length === 0) return "";
  return ` ${listOf(gone)} ${gone.length > 1 || gone[0] === "You" ? "are" : "is"} out.`;
}

function ending(view: View): string {
  if (isOver(view)) return "Nobody is left in the city.";
  const turns = `${inWords(PAGE.rush_turns).toLowerCase()} turns`;
  if (isRushHour(view)) return `Rush hour: whoever is still here after ${turns} is towed away.`;
  return `When the first one is out, all others have ${turns} left.`;
}

function turnsLeft({ view, viewer }: GameProps<View, Move>): string {
  const own = viewer === null ? 0 : (view.rush[viewer] ?? 0);
  if (isOver(view)) return "";
  return isRushHour(view) && own && hurry(view, viewer!) ? `${own} left` : counted(PAGE.rush_turns, "turn", "turns");
}
