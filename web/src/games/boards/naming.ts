/** What to call somebody at the table: whoever reads it is "you", everybody else has a name. Knows no game. */
import type { SeatInfo } from "../../table/board";

/** As a subject: "You", "Mina". */
export function whoIs(seats: SeatInfo[], seat: number, viewer: number | null): string {
  return seat === viewer ? "You" : nameOf(seats, seat);
}

/** In the middle of a sentence: "you", "Mina". */
export function whom(seats: SeatInfo[], seat: number, viewer: number | null): string {
  return seat === viewer ? "you" : nameOf(seats, seat);
}

/** Before what somebody owns: "your", "Mina's". */
export function whose(seats: SeatInfo[], seat: number, viewer: number | null): string {
  return seat === viewer ? "your" : `${nameOf(seats, seat)}'s`;
}

/** The name of whoever sits there. */
export function nameOf(seats: SeatInfo[], seat: number): string {
  return seats.find((info) => info.seat === seat)?.name ?? "";
}
