/**
 * Keeps the focus where somebody works. Buttons of a turn come and go; when the focused one goes, the focus waits on the
 * place it was in, and moves to the first button that comes there. One that goes without having been pressed was taken
 * away by somebody else's act: then the focus stays as near as it can, so that the next key does nothing unexpected. For the
 * same reason it only waits where somebody hurries on with the space bar.
 */
import type { Attachment } from "svelte/attachments";
import { isHurrying } from "./choosing";
import { isVisible } from "./visible";

const BUTTONS = "button:not(:disabled), [role=button][tabindex='0'], a[href], select, input";

/** The place itself must be focusable, by tabindex -1. */
export const keepFocus: Attachment<HTMLElement> = (place) => {
  let isHere = false;
  /** The group of the focused button, its place there, and whether it was pressed. */
  let held: { group: Element; index: number; isPressed: boolean } | null = null;
  const listening = new AbortController();
  const { signal } = listening;

  const buttonsIn = (within: Element) => [...within.querySelectorAll<HTMLElement>(BUTTONS)].filter(isVisible);
  const firstIn = (within: Element) => [...within.querySelectorAll<HTMLElement>(BUTTONS)].find(isVisible);
  const came = ({ target }: Event) => {
    isHere = true;
    const group = target instanceof Element && target !== place ? target.closest("[role=group]") : null;
    held = group && { group, index: buttonsIn(group).indexOf(target as HTMLElement), isPressed: false };
  };
  const pressed = () => {
    if (held) held.isPressed = true;
  };
  const left = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to === null)
      requestAnimationFrame(changed); // gone or hidden, perhaps without a change of the page's tree
    else if (to instanceof Node && !place.contains(to)) isHere = false;
  };
  const pointed = (event: Event) => {
    if (!place.contains(event.target as Node)) isHere = false;
  };
  let frame = 0;
  const isNowhere = () => [null, document.body, place].includes(document.activeElement as HTMLElement | null);
  const changed = () => {
    if (!isHere || !isNowhere()) return;
    const beside = held && !held.isPressed && place.contains(held.group) ? buttonsIn(held.group) : [];
    const next = beside[Math.min(Math.max(0, held?.index ?? 0), beside.length - 1)] ?? firstIn(place);
    (isHurrying() ? place : (next ?? place)).focus({ preventScroll: true });
  };

  place.addEventListener("focusin", came, { signal });
  place.addEventListener("click", pressed, { signal, capture: true });
  // before the one that is left hears of it: what it takes away then must not look like a button that has gone
  place.addEventListener("blur", left, { signal, capture: true });
  document.addEventListener("pointerdown", pointed, { signal, capture: true });
  // looking which buttons can be seen lays the page out, so only where it has to be, and when everything has changed
  const watching = new MutationObserver(() => {
    if (isHere && isNowhere()) frame ||= requestAnimationFrame(() => ((frame = 0), changed()));
  });
  watching.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    listening.abort();
    watching.disconnect();
    cancelAnimationFrame(frame);
  };
};
