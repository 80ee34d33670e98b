/**
 * Keeps parts of the table from being drawn anew for what others do: as long as what a part needs of a view stays the
 * same, it is given the same view again.
 */
import type { View } from "../reading";

export class Steady {
  #look = "";
  #view: View | null = null;

  /** The view, or the one before it if nothing has changed that matters. */
  of(view: View, look: string): View {
    if (this.#view && look === this.#look) return this.#view;
    this.#look = look;
    return (this.#view = view);
  }
}

/** What a large mat shows of a view. */
export function lookOfMat(view: View, seat: number): string {
  const { place, side, rot, box, box_side, hide, card, faults, phase } = view;
  return [
    phase,
    seat,
    place[seat],
    side[seat],
    rot[seat],
    box[seat],
    box_side[seat],
    hide[seat],
    card[seat],
    faults[seat],
  ].join(";");
}

/** What the ring of boxes shows of a view. */
export function lookOfRing(view: View, viewer: number | null): string {
  const { phase, peeking, hide_slot, shown, known } = view;
  return [phase, peeking, hide_slot, shown, viewer === null ? "" : known[viewer]].join(";");
}

/** What the row of cards shows of a view. */
export function lookOfRow({ phase, row, top_level }: View): string {
  return [phase, row, top_level].join(";");
}
