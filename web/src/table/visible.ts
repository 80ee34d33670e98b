/** What of an element tells whether it is drawn: Safari before 17.4 cannot be asked itself. */
export interface Drawn {
  checkVisibility?: () => boolean;
  getClientRects: () => { length: number };
}

/** Whether an element is drawn anywhere on the page. */
export function isVisible(element: Drawn): boolean {
  return element.checkVisibility?.() ?? element.getClientRects().length > 0;
}
