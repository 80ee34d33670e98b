/**
 * What has just happened on the table, for as long as it is to be seen: the ride of the train, cards on their way, dice in
 * the air, what is said. Made from one view to the next; after a jump there is nothing to show.
 */
import type { Step } from "../../../table/board";
import { comesNext } from "../../boards/moves";
import { captionOf } from "../captions";
import { TIME, rideBetween, throwBetween, type Ride } from "../motion";
import { addedBy, laidBy } from "../targets";
import { NONE, PHASE, kindNamed, topOf, type Move, type View } from "../reading";

/** How long words stay, in milliseconds. */
const READING_TIME = 1900;

/** Where cards come from and go to: the draw pile, somebody's side of the table, or a place of the railway. */
export type Stop = "deck" | "shown" | "box" | { seat: number } | { place: number };

/** A card on its way. */
export interface Flight {
  key: number;
  kind: number;
  from: Stop;
  to: Stop;
  time: number;
}

/** A pair that has just left a pile. */
export interface Pair {
  seat: number;
  kinds: [number, number];
}

export class BoardAnimation {
  ride = $state.raw<Ride | null>(null);
  flights = $state.raw<Flight[]>([]);
  /** Changes with every throw. */
  throws = $state(0);
  /** The place of the card that has just been laid. */
  laid = $state(NONE);
  /** The kind of the card that has just come into the own hand. */
  drawn = $state(NONE);
  pair = $state.raw<Pair | null>(null);
  words = $state("");

  #before: View | null = null;
  #ply = -1;
  #keys = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Go on to a view; `pace` 0 shows only what stands still. */
  follow(after: View, step: Step<Move> | null, pace: number): void {
    const before = this.#before;
    if (before === after) return;
    // steps that are skipped over come as one change, which tells nothing
    const isNext = comesNext(step, this.#ply);
    this.#before = after;
    this.#ply = step?.ply ?? -1;
    this.#forget();
    if (before && step?.move && isNext) this.#show(before, after, step.move, pace);
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flight) => flight.key !== key);
  }

  say(words: string, wait = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.words = words;
      this.#timer = setTimeout(() => (this.words = ""), READING_TIME);
    }, wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #forget(): void {
    [this.ride, this.laid, this.drawn, this.pair] = [null, NONE, NONE, null];
  }

  #show(before: View, after: View, move: Move, pace: number): void {
    const ride = rideBetween(before, after, move);
    const words = captionOf(before, after, move);
    if ("draw" in move && before.phase === PHASE.drawing) this.drawn = kindNamed(move.draw.card);
    if (words) this.say(words, ride && pace > 0 ? (ride.time - (ride.missing ? TIME.crash * 0.8 : 0)) / pace : 0);
    else if (ride) this.words = "";
    if (pace === 0) return;
    this.ride = ride;
    if (throwBetween(before, after, move)) this.throws++;
    if (addedBy(before, move)) this.laid = before.end;
    const laid = laidBy(move);
    if (laid?.combine) this.pair = { seat: before.turn, kinds: [topOf(before, before.turn), laid.kind] };
    const flight = flightOf(before, after, move);
    if (flight) this.flights = [...this.flights, { ...flight, key: ++this.#keys }];
  }
}

/** The card that travels in a step; null if none does. */
function flightOf(before: View, after: View, move: Move): Omit<Flight, "key"> | null {
  const seat = { seat: before.turn };
  if ("draw" in move || "drawn_unseen" in move) {
    const dealt = before.hand_size.findIndex((size, index) => size !== after.hand_size[index]);
    return { kind: NONE, from: "deck", to: { seat: dealt }, time: TIME.draw };
  }
  if ("take" in move) {
    const kind = before.track[before.first]!;
    return { kind, from: { place: before.first }, to: seat, time: TIME.take };
  }
  if ("pass" in move && before.shown >= 0) return { kind: before.shown, from: "shown", to: "box", time: TIME.take };
  if ("chaos" in move && before.shown >= 0) return { kind: before.shown, from: "shown", to: seat, time: TIME.take };
  return null;
}
