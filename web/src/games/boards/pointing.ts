/** Mouse and fingers on the board as a whole: what is under them, where they rest or press long, what they tap. */

/** A place on a board, in its own units. */
export interface Point {
  x: number;
  y: number;
}

export interface Gestures {
  /** The size of the board in its own units. */
  size: () => { width: number; height: number };
  /** The pointer is over this point; null when it has gone. */
  over: (point: Point | null) => void;
  /** The pointer rests here, or a finger has pressed long; null when it has gone. */
  rested: (point: Point | null) => void;
  /** A plain click or tap, and what was hit. */
  tapped: (point: Point, on: Element) => void;
}

/** How long the pointer rests before a place is named, in milliseconds. */
const REST = 450;
/** How long a name stays after the finger has gone. */
const READING_TIME = 1600;

/** Listens on the board and tells what was meant. */
export function pointing(gestures: Gestures): (board: SVGSVGElement) => () => void {
  return (board) => {
    const listening = new AbortController();
    let timer = 0;
    // a long press is followed by a click that means nothing
    let isSpent = false;

    function on<K extends keyof SVGElementEventMap>(type: K, listen: (event: SVGElementEventMap[K]) => void): void {
      board.addEventListener(type, listen, { signal: listening.signal });
    }

    function point(event: MouseEvent): Point {
      const { left, top, width, height } = board.getBoundingClientRect();
      const size = gestures.size();
      return { x: ((event.clientX - left) / width) * size.width, y: ((event.clientY - top) / height) * size.height };
    }

    function later(act: () => void, time: number): void {
      clearTimeout(timer);
      timer = window.setTimeout(act, time);
    }

    function gone(): void {
      gestures.over(null);
      gestures.rested(null);
    }

    on("pointerdown", (event) => {
      isSpent = false;
      if (event.pointerType === "mouse") return;
      const here = point(event);
      later(() => {
        isSpent = true;
        gestures.over(here);
        gestures.rested(here);
      }, REST);
    });
    on("pointermove", (event) => {
      if (event.pointerType !== "mouse") return;
      const here = point(event);
      gestures.over(here);
      gestures.rested(null);
      later(() => gestures.rested(here), REST);
    });
    on("pointerup", (event) => {
      if (event.pointerType !== "mouse") later(gone, isSpent ? READING_TIME : 0);
    });
    on("pointercancel", () => later(gone, 0));
    on("pointerleave", (event) => later(gone, event.pointerType === "mouse" ? 0 : READING_TIME));
    on("click", (event) => {
      if (!isSpent) gestures.tapped(point(event), event.target as Element);
      isSpent = false;
    });
    on("contextmenu", (event) => {
      if (isSpent) event.preventDefault();
    });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  };
}
