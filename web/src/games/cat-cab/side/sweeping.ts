/**
 * Several dice in one gesture. A pointer that is drawn from one die over others does to all of them what a tap would do to
 * the first; with keys, arrows go along the row, and take dice along while Shift is held.
 */
import type { Attachment } from "svelte/attachments";

/** A row of dice by their places in it. */
export interface Row {
  /** The buttons of the dice, in their order. */
  buttons: () => HTMLElement[];
  isMarked: (at: number) => boolean;
  mark: (at: number, isMarked: boolean) => void;
}

/** The places from one to another, both included. */
export function between(one: number, other: number): number[] {
  const [low, high] = one < other ? [one, other] : [other, one];
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

export function sweeping({ buttons, isMarked, mark }: Row): Attachment<HTMLElement> {
  return (row) => {
    const listening = new AbortController();
    const { signal } = listening;
    /** Where the pointer went down and where it was last; null while none is down. */
    let sweep: { from: number; last: number; marks: boolean; pointer: number } | null = null;
    // what follows a sweep is no tap
    let isSpent = false;

    const placeOf = (on: Element | null) => buttons().findIndex((button) => on !== null && button.contains(on));

    row.addEventListener(
      "pointerdown",
      ({ target, button, pointerId }) => {
        const from = placeOf(target as Element);
        isSpent = false;
        sweep = from < 0 || button > 0 ? null : { from, last: from, marks: !isMarked(from), pointer: pointerId };
      },
      { signal },
    );
    // the pointer may leave the row between two dice
    addEventListener(
      "pointermove",
      ({ clientX, clientY, pointerId }) => {
        if (sweep?.pointer !== pointerId) return;
        const here = placeOf(document.elementFromPoint(clientX, clientY));
        if (here < 0 || here === sweep.last) return;
        isSpent = true;
        for (const at of between(sweep.last, here)) mark(at, sweep.marks);
        sweep.last = here;
      },
      { signal },
    );
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (sweep = null), { signal });
    row.addEventListener(
      "click",
      (event) => {
        if (isSpent && event.detail > 0) event.stopPropagation();
        isSpent = false;
      },
      { signal, capture: true },
    );
    row.addEventListener(
      "keydown",
      (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const at = placeOf(document.activeElement);
        const next = step && at >= 0 ? buttons()[at + step] : undefined;
        if (!step || !next) return;
        event.preventDefault();
        next.focus();
        if (event.shiftKey) for (const each of [at, at + step]) mark(each, true);
      },
      { signal },
    );
    return () => listening.abort();
  };
}
