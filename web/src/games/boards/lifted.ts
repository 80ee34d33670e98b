/**
 * Lays something over the whole page. Boards can be looked into, and what is fixed within a board that is moved and enlarged is
 * fixed to the board, not to the window.
 */
import type { Attachment } from "svelte/attachments";

export const lifted: Attachment<HTMLElement> = (element) => {
  document.body.append(element);
  return () => element.remove();
};
