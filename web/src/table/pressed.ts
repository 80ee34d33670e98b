/**
 * Where somebody pressed last, by finger, mouse or key, on the screen: what is said about it stands there. A key presses what
 * is in focus, unless it means something else on the page: whoever understands such a key says what it pressed. Knows no game.
 */

export interface Point {
  x: number;
  y: number;
}

let last: Point | null = null;

export function lastPress(): Point | null {
  return last;
}

export function pressedAt({ x, y }: Point): void {
  last = { x, y };
}

/** Listens before anybody else does, from the first page on. */
export function watchPresses(): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  addEventListener("pointerdown", pressedAt, options);
  addEventListener("keydown", struck, options);
  return () => listening.abort();
}

function struck(): void {
  const here = document.activeElement;
  if (here && here !== document.body) pressedOn(here);
}

/** Something was pressed by a key: words about it stand below it. */
export function pressedOn(element: Pick<Element, "getBoundingClientRect">): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  last = { x: x + width / 2, y: y + height };
}
