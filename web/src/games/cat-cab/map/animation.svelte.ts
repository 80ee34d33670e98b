/**
 * What has just happened on the map, for as long as it is to be seen: ways that cabs take, what flies, what is said, the
 * trail of this turn. Made from one view to the next; after a jump there is nothing to show.
 */
import type { Step } from "../../../table/board";
import { comesNext } from "../../boards/moves";
import { captionOf, type Caption } from "../captions";
import { streetsThrough } from "../geometry";
import { TIME, beginsRushHour, towedBetween, wayBetween, wayOf, type Way } from "../motion";
import { PHASE, active, seatsOf, type Move, type View } from "../reading";
import type { Route } from "./CabPiece.svelte";
import { flightsBetween, type Flight } from "./effects";

/** How long a caption stays, in milliseconds. */
const READING_TIME = 2200;

export class BoardAnimation {
  /** By seat: how its cab gets to where it now stands. */
  routes = $state.raw<(Route | null)[]>([]);
  /** The places that the one on turn has come through. */
  trail = $state.raw<number[]>([]);
  caption = $state.raw<Caption | null>(null);
  flights = $state.raw<{ key: number; flight: Flight }[]>([]);
  /** The dice of this round of a fight, by seat. */
  rolls = $state.raw<Record<number, number[]>>({});
  /** Rush hour has just begun. */
  racing = $state(false);

  #before: View | null = null;
  #ply = -1;
  #keys = 0;

  /** Go on to a view; `pace` 0 shows only what stands still. */
  follow(after: View, step: Step<Move> | null, pace: number): void {
    const before = this.#before;
    if (before === after) return;
    // steps that are skipped over come as one change, which tells nothing
    const isNext = comesNext(step, this.#ply);
    this.#before = after;
    this.#ply = step?.ply ?? -1;
    if (before && step?.move && isNext) this.#show(before, after, step.move, pace);
    else this.#forget();
  }

  /** A move that was sent is driven before it is acknowledged. */
  expect(view: View, move: Move): void {
    this.#send(view, wayOf(view, move));
  }

  #say(said: Caption): void {
    this.caption = said;
    setTimeout(() => {
      if (this.caption === said) this.caption = null;
    }, READING_TIME);
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flying) => flying.key !== key);
  }

  #forget(): void {
    [this.routes, this.trail, this.caption, this.rolls] = [[], [], null, {}];
  }

  #show(before: View, after: View, move: Move, pace: number): void {
    const way = wayBetween(before, after, move);
    this.#send(before, way);
    this.#tow(before, after);
    this.#leaveTrail(before, way);
    this.#rememberRoll(before, move);
    const said = captionOf(before, after, move);
    if (said) this.#say(said);
    if (pace === 0) return;
    this.racing ||= beginsRushHour(before, after);
    const flights = flightsBetween(before, after, move).map((flight) => ({ key: ++this.#keys, flight }));
    this.flights = [...this.flights, ...flights];
  }

  #send(view: View, way: Way | null): void {
    this.routes = seatsOf(view).map((seat) =>
      way?.seat === seat ? { ...way, points: streetsThrough(view, way.places) } : null,
    );
  }

  #tow(before: View, after: View): void {
    const towed = towedBetween(before, after);
    this.routes = this.routes.map((route, seat) =>
      towed.includes(seat) ? { points: [], time: TIME.tow, pushed: true } : route,
    );
  }

  #leaveTrail(before: View, way: Way | null): void {
    if (before.phase === PHASE.ending_turn) this.trail = [];
    if (way?.seat !== active(before)) return;
    const isOnward = this.trail.at(-1) === way.places[0];
    this.trail = isOnward ? [...this.trail, ...way.places.slice(1)] : way.places;
  }

  #rememberRoll(before: View, move: Move): void {
    if (!("die" in move) || before.duellist < 0) return;
    const isFirst = before.fight_die === 0 && before.fight_total.every((total) => total === 0);
    const rolled = before.fight_die ? [before.fight_die, move.die.shows] : [move.die.shows];
    this.rolls = { ...(isFirst ? {} : this.rolls), [before.duellist]: rolled };
  }
}
