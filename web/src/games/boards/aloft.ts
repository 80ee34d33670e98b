/**
 * Lifts an element out of its place, above the whole page: what is dragged follows the pointer in pixels of the window, and
 * no frame that scrolls or zooms may cut it off or shift it.
 */
import type { Attachment } from "svelte/attachments";

export const aloft: Attachment<HTMLElement> = (element) => {
  document.body.append(element);
  return () => element.remove();
};
