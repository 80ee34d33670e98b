/**
 * What the map and the hand in the dock know of each other: the card that somebody looks at, the site that is pointed at, what
 * is carried, and how a card is taken up. There is one table in a page; pictures of it in the guide have no hand.
 */
import { Carrying } from "./carrying.svelte";
import { NONE, handOf, plannerOf, type View } from "./reading";

class Sharing {
  /** The card of the hand that is looked at; -1 if none is. */
  looked = $state(NONE);
  /** The site of its city that is pointed at on the map; -1 if none is. */
  site = $state(NONE);
  readonly carrying = new Carrying();
  /** Takes a card up, so that it can be carried to the map; nothing where no map is drawn. */
  grab: (card: number, down: PointerEvent) => void = () => {};
  /** Whether the last card was played by a key: the focus follows it to the map. */
  byKeyboard = false;

  /** The card that is carried; -1 if none is. */
  get carried(): number {
    const { held } = this.carrying;
    return held && "held" in held ? held.held : NONE;
  }

  /** The card in question: the one that is planned, carried or looked at. */
  considered(view: View, viewer: number | null): number {
    const planned = plannedBy(view, viewer);
    if (planned !== NONE || viewer === null) return planned;
    if (this.carried !== NONE) return this.carried;
    return handOf(view, viewer).includes(this.looked) ? this.looked : NONE;
  }

  /** No longer look at a card. */
  leave(card: number): void {
    if (this.looked === card) this.looked = NONE;
  }
}

/** The card that the viewer plans to play; -1 if none is. */
export function plannedBy(view: View, viewer: number | null): number {
  return viewer !== null && plannerOf(view) === viewer ? view.plan_card[viewer]! : NONE;
}

export const sharing = new Sharing();
