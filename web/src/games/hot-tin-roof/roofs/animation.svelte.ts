/**
 * What has just happened on the roofs, for as long as it is to be seen: where cats walk, who has met, what flies. Made
 * from one view to the next; after a jump there is nothing to show.
 */
import type { Step } from "../../../table/board";
import { comesNext } from "../../boards/moves";
import { catSpot, cornersOf, placeInCrowd, type Layout, type Point } from "../geometry";
import { TIME, arrivalsBetween, outingOf, timeOfOuting, type Outing } from "../motion";
import { isSameCat, partnerOf, roofOf, type Cat, type Move, type View } from "../reading";
import { flightsBetween, type Flight } from "./effects";

/** How a cat gets to where it now stands. */
export interface Route {
  cat: Cat;
  corners: Point[];
  time: number;
}

/** A pair that has met and is about to go home: shown where it met until it has purred enough. */
export interface Meeting {
  rooftop: number;
  seat: number;
  shape: number;
  /** Whether it has earned a fish. */
  fish: boolean;
  routes: (Route | null)[];
  time: number;
}

export class BoardAnimation {
  routes = $state.raw<Route[]>([]);
  meeting = $state.raw<Meeting | null>(null);
  flights = $state.raw<{ key: number; flight: Flight }[]>([]);
  arrived = $state.raw<Cat[]>([]);

  #before: View | null = null;
  #ply = -1;
  #keys = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Go on to a view; `pace` 0 shows only what stands still. */
  follow(layout: Layout, after: View, step: Step<Move> | null, pace: number): void {
    const before = this.#before;
    if (before === after) return;
    // steps that are skipped over come as one change, which tells nothing
    const isNext = comesNext(step, this.#ply);
    this.#before = after;
    this.#ply = step?.ply ?? -1;
    this.#forget();
    if (before && step?.move && isNext && pace > 0) this.#show(layout, before, after, step.move, pace);
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flying) => flying.key !== key);
  }

  routeOf(cat: Cat): Route | null {
    return this.routes.find((route) => isSameCat(route.cat, cat)) ?? null;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    [this.routes, this.meeting, this.arrived] = [[], null, []];
  }

  #show(layout: Layout, before: View, after: View, move: Move, pace: number): void {
    const outing = outingOf(before, move);
    if (outing) this.#send(layout, before, after, outing, pace);
    this.arrived = arrivalsBetween(before, after);
    const flights = flightsBetween(layout, before, after, move).map((flight) => ({ key: ++this.#keys, flight }));
    this.flights = [...this.flights, ...flights];
  }

  #send(layout: Layout, before: View, after: View, outing: Outing, pace: number): void {
    const time = timeOfOuting(outing);
    const routes = outing.walks.map(({ cat, ways }, index) => {
      const from = catSpot(layout, before, cat);
      const to = outing.meets ? placeInCrowd(layout, ways.at(-1)!.to, index, 2) : catSpot(layout, after, cat);
      return { cat, corners: cornersOf(layout, ways, from, to), time };
    });
    if (!outing.meets) {
      this.routes = routes;
      return;
    }
    const { cat, ways } = outing.walks[0]!;
    const both = [cat, partnerOf(cat)];
    this.meeting = {
      rooftop: outing.walks.length > 1 ? ways.at(-1)!.to : roofOf(before, both[1]!),
      seat: cat.seat,
      shape: cat.shape,
      fish: before.trigger < 0,
      routes: both.map((each) => routes.find((route) => isSameCat(route.cat, each)) ?? null),
      time,
    };
    this.#timer = setTimeout(() => (this.meeting = null), (time + TIME.meet) / pace);
  }
}
