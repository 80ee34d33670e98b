/**
 * What has just happened on the map, for as long as it is to be seen: cards and tokens that fly to whoever gets them. Made
 * from one view to the next; after a jump there is nothing to show.
 */
import type { Step } from "../../../table/board";
import { comesNext } from "../../boards/moves";
import { cardBox, centreOf, type Layout, type Point } from "../geometry";
import { TIME, scoredBetween, takenBetween } from "../motion";
import { SITES, tokenOf, towersOf, type Move, type View } from "../reading";

export interface Flight {
  piece: { card: number } | { metal: "gold" | "silver"; value: number };
  /** A point of the map. */
  from: Point;
  /** Who gets it. */
  seat: number;
  time: number;
  wait: number;
}

export class BoardAnimation {
  flights = $state.raw<{ key: number; flight: Flight }[]>([]);

  #before: View | null = null;
  #ply = -1;
  #keys = 0;

  /** Go on to a view; `pace` 0 shows only what stands still. */
  follow(layout: Layout, after: View, step: Step<Move> | null, pace: number): void {
    const before = this.#before;
    if (before === after) return;
    // steps that are skipped over come as one change, which tells nothing
    const isNext = comesNext(step, this.#ply);
    this.#before = after;
    this.#ply = step?.ply ?? -1;
    if (!before || !step?.move || !isNext || pace === 0) return;
    const flights = flightsBetween(layout, before, after, step.move).map((flight) => ({ key: ++this.#keys, flight }));
    this.flights = [...this.flights, ...flights];
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flying) => flying.key !== key);
  }
}

/** What flies in a step. */
export function flightsBetween(layout: Layout, before: View, after: View, move: Move): Flight[] {
  const taken = takenBetween(before, move);
  const flights: Flight[] = [];
  if (taken)
    flights.push({
      piece: { card: taken.card },
      from: centreOf(cardBox(layout, taken.city)),
      seat: taken.seat,
      time: TIME.take,
      wait: 0,
    });
  for (const city of scoredBetween(before, after)) {
    const towers = towersOf(after, city);
    for (const site of SITES) {
      const value = tokenOf(city, towers, site) ?? 0;
      const metal = towers[site]!.length > towers[1 - site]!.length ? "gold" : "silver";
      const { x, y } = layout.city(city);
      const token = layout.measures.tokens[metal === "gold" ? 0 : 1];
      flights.push({
        piece: { metal, value },
        from: { x: x + token.x, y: y + token.y },
        seat: after.winner[city]![site]!,
        time: TIME.score,
        wait: TIME.take / 2,
      });
    }
  }
  return flights;
}
