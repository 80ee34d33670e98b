/** What is said at the end of a game, by how it went. */
import type { SeatInfo } from "../../table/board";
import type { Best } from "./best.svelte";
import { counted, isPractice, listed, nameOf, plays, seatsOf, seconds, type View } from "./reading";

export interface Ending {
  title: string;
  line: string;
  happy: boolean;
}

/** All the time that was needed for the rounds of a game. */
export function timeOfAll(view: View): number {
  return view.times.reduce((sum, ms) => sum + Math.max(0, ms), 0);
}

export function endingOf(view: View, seats: SeatInfo[], viewer: number | null, best: Best[]): Ending {
  return isPractice(view) ? practice(view, best) : company(view, seats, viewer);
}

function company(view: View, seats: SeatInfo[], viewer: number | null): Ending {
  const winners = seatsOf(view).filter((seat) => plays(view, seat));
  const names = listed(winners.map((seat) => (seat === viewer ? "you" : nameOf(seats, seat))));
  const who = names.charAt(0).toUpperCase() + names.slice(1);
  const total = counted(view.total[winners[0]!]!, "point");
  const happy = viewer === null || winners.includes(viewer);
  if (winners.length > 1) return { title: `${who} share the box`, line: `Nobody has more than ${total}.`, happy };
  const verb = winners[0] === viewer ? "have" : "has";
  const after = view.extra ? ", after an extra round" : "";
  return { title: `${who} ${verb} the box`, line: `Most points: ${total}${after}.`, happy };
}

function practice(view: View, best: Best[]): Ending {
  const quickest = view.best[0]!;
  const total = `${counted(view.total[0]!, "point")} in ${seconds(timeOfAll(view))}`;
  if (quickest < 0) return { title: "The cats stay mixed up", line: `${total}. No picture was right.`, happy: false };
  const isBest = !best.length || best[0]!.ms >= quickest;
  return {
    title: isBest ? "Quicker than ever" : "Well sorted",
    line: `${total}; your quickest right picture took ${seconds(quickest)}${isBest ? "" : `, your best ever ${seconds(best[0]!.ms)}`}.`,
    happy: true,
  };
}
