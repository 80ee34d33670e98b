/** Cards of the hand under finger and mouse: a tap plays, picks or puts back, and a drag carries a card to the table. */
import type { GameProps } from "../../../table/board";
import { drag } from "../../boards/dragging";
import type { Point } from "../geometry";
import { picking } from "../picking.svelte";
import { isOver, type Move, type View } from "../reading";
import { moveMeant, useOf } from "../targets";

/** What there is to be done with cards at a moment; `picked` is the kind of card that is picked up. */
type Moment = Pick<GameProps<View, Move>, "view" | "viewer" | "choices" | "pending" | "play" | "whyNot"> & {
  picked: number;
};

export class Handling {
  #moment: () => Moment;

  constructor(moment: () => Moment) {
    this.#moment = moment;
  }

  tap(tapped: number, event: MouseEvent): void {
    const { view, viewer, choices, pending, picked, play, whyNot } = this.#moment();
    if (pending) return;
    const use = useOf(choices, tapped);
    if (!use) {
      if (viewer !== null && !isOver(view)) whyNot(moveMeant(tapped));
      return;
    }
    if (use.builds.length === 1) play(use.builds[0]!.choice.move);
    else if (use.lay && !use.combine) play(use.lay.move);
    else if (picked === tapped && use.builds.length) picking.putBack();
    else {
      picking.pick(view, tapped);
      // whoever uses keys goes on where there is something to choose
      if (use.builds.length && event.detail === 0) picking.groundOf(view)?.focusTarget();
    }
  }

  grab(kind: number, down: PointerEvent): void {
    if (this.#moment().pending) return;
    drag(down, {
      carried: (point) => {
        if (!picking.dragged) picking.pick(this.#moment().view, kind);
        picking.dragged = { kind, ...point };
      },
      dropped: (point) => {
        picking.dragged = null;
        this.#drop(kind, point);
      },
      lost: () => {
        picking.dragged = null;
        picking.putBack();
      },
    });
  }

  #drop(kind: number, at: Point): void {
    const { view, choices, play, whyNot } = this.#moment();
    const use = useOf(choices, kind);
    const ground = picking.groundOf(view);
    const isOnTable = ground?.covers(at) ?? false;
    const target = ground?.targetAt(at);
    const onPile = document.elementFromPoint(at.x, at.y)?.closest("[data-pile]") ?? null;
    if (target) play(target.choice.move);
    else if (onPile && use?.lay) play((use.combine ?? use.lay).move);
    else if (isOnTable && use?.lay) whyNot({ build: { card: "1 straight", bend: "straight" } });
    else if (!isOnTable || !use || use.builds.length < 2) picking.putBack();
  }
}
