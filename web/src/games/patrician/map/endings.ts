/** How a game of Patrician ended, told in a headline and a line below it. */
import type { SeatInfo } from "../../../table/board";
import { capital, counted, listed, nameOf, seatsOf, whoIs, type View } from "../reading";

export interface Ending {
  title: string;
  line: string;
  /** Seats from the first place to the last. */
  order: number[];
}

export function endingOf(view: View, seats: SeatInfo[], scores: readonly number[], viewer: number | null): Ending {
  const points = (seat: number) => scores[seat] ?? 0;
  const towers = (seat: number) => view.towers[seat] ?? 0;
  const order = seatsOf(view).sort((one, other) => points(other) - points(one) || towers(other) - towers(one));
  const first = order[0]!;
  const winners = order.filter((seat) => points(seat) === points(first) && towers(seat) === towers(first));
  const verb = winners.length > 1 || first === viewer ? "win" : "wins";
  const names = capital(listed(winners.map((seat) => whoIs(seats, seat, viewer))));
  return {
    title: `${names} ${verb} with ${counted(points(first), "point")}`,
    line: lineFor(view, seats, order),
    order,
  };
}

function lineFor(view: View, seats: SeatInfo[], order: number[]): string {
  const builder = order.reduce((best, seat) => ((view.towers[seat] ?? 0) > (view.towers[best] ?? 0) ? seat : best));
  const most = counted(view.towers[builder] ?? 0, "tower");
  if (view.penalised >= 0)
    return `Most towers: ${nameOf(seats, builder)}, ${most}. ${nameOf(seats, view.penalised)} helped the messengers least.`;
  return `Most towers: ${nameOf(seats, builder)}, ${most}. Every city is full, and every cat has a view.`;
}
