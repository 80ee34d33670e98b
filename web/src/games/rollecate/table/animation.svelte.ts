/**
 * What has just happened on the table, for as long as it is to be seen: the ride of the train, cards on their way, dice in
 * the air, what is said. Made from one view to the next; after a jump there is nothing to show.
 */
import { captionOf } from "../captions";
import { Following } from "../following";
import { TIME, rideBetween, throwBetween, type Ride } from "../motion";
import { addedBy } from "../targets";
import { NONE, type Move, type View } from "../reading";

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

export class BoardAnimation extends Following {
  ride = $state.raw<Ride | null>(null);
  flights = $state.raw<Flight[]>([]);
  /** Changes with every throw. */
  throws = $state(0);
  /** The place of the card that has just been laid. */
  laid = $state(NONE);
  words = $state("");

  #keys = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

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

  protected override jump(): void {
    this.stop();
    this.words = "";
  }

  protected forget(): void {
    [this.ride, this.laid] = [null, NONE];
  }

  protected show(before: View, after: View, move: Move, pace: number): void {
    const ride = rideBetween(before, after, move);
    const words = captionOf(before, after, move);
    if (words) this.say(words, ride && pace > 0 ? (ride.time - (ride.missing ? TIME.crash * 0.8 : 0)) / pace : 0);
    else if (ride) this.words = "";
    if (pace === 0) return;
    this.ride = ride;
    if (throwBetween(before, after, move)) this.throws++;
    if (addedBy(before, move)) this.laid = before.end;
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
