/** Whose phrases one does not want to hear: kept with one's profile, for all tables; the others are not told. */
import { get, post } from "../api";
import type { MutedSeats, SeatInfo, You } from "../generated/protocol";
import { tablePath } from "./addresses";

/** Whether somebody else sits there. */
export function isNeighbour({ kind, seat }: SeatInfo, you: You | null): boolean {
  return kind === "guest" && !you?.seats.includes(seat);
}

export class Muting {
  seats = $state.raw<number[]>([]);

  async look(table: string, invite: string | null): Promise<void> {
    this.seats = (await get<MutedSeats>(tablePath(table, invite, "mutes"))).seats;
  }

  async change(table: string, invite: string | null, seat: number, muted: boolean): Promise<void> {
    this.seats = (await post<MutedSeats>(tablePath(table, invite, "mutes"), { seat, muted })).seats;
  }
}
