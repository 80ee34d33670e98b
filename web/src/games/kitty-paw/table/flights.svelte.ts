/** Pieces that slide back to where they came from, because the table refused what was done with them. */
import type { Point } from "../../boards/pointing";

export interface Flight {
  key: number;
  piece: number;
  side: number;
  rot: number;
  animal: number;
  from: Point;
  to: Point;
}

export class Flights {
  all = $state.raw<Flight[]>([]);
  #made = 0;

  start(flight: Omit<Flight, "key">): void {
    this.all = [...this.all, { ...flight, key: ++this.#made }];
  }

  end(flight: Flight): void {
    this.all = this.all.filter((other) => other !== flight);
  }
}
