/**
 * Keeps the focus where somebody works. Buttons of a turn come and go; when the focused one goes, the focus waits on the
 * place it was in, and moves to the first button that comes there.
 */
import type { Attachment } from "svelte/attachments";

const BUTTONS = "button:not(:disabled), [role=button][tabindex='0'], a[href], select, input";

/** The place itself must be focusable, by tabindex -1. */
export const keepFocus: Attachment<HTMLElement> = (place) => {
  let isHere = false;
  const listening = new AbortController();
  const { signal } = listening;

  const came = () => (isHere = true);
  const left = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !place.contains(to)) isHere = false;
  };
  const pointed = (event: Event) => {
    if (!place.contains(event.target as Node)) isHere = false;
  };
  const changed = () => {
    const focused = document.activeElement;
    if (!isHere || (focused && focused !== document.body && focused !== place)) return;
    const next = place.querySelector<HTMLElement>(BUTTONS);
    (next ?? place).focus({ preventScroll: true });
  };

  place.addEventListener("focusin", came, { signal });
  place.addEventListener("focusout", left, { signal });
  document.addEventListener("pointerdown", pointed, { signal, capture: true });
  const watching = new MutationObserver(changed);
  watching.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    listening.abort();
    watching.disconnect();
  };
};
