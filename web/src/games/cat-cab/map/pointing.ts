/** Mouse and fingers on the map as a whole, so that pieces swallow nothing: rest, long press, drag and tap. */
import { MAP, type Point } from "../geometry";

export interface Gestures {
  /** Whether a drag may begin here. */
  mayDrag: (point: Point) => boolean;
  /** The pointer rests here, or a finger has pressed long; null when it has gone. */
  rested: (point: Point | null) => void;
  /** Something is being dragged and is here now; null when it was let go. */
  dragged: (point: Point | null) => void;
  dropped: (point: Point) => void;
  /** A plain click or tap. `on` is what was clicked by keyboard or assistive software, which know no points. */
  tapped: (point: Point, on: Node | null) => void;
}

/** How long the pointer rests before a place is named, in milliseconds. */
const REST = 450;
/** How long a name stays after the finger has gone. */
const READING_TIME = 1600;
/** How far a pointer goes before it drags, in units of the map. */
const SLACK = 12;

/** Listens on the map and tells what was meant. */
export function pointing(gestures: Gestures): (map: SVGSVGElement) => () => void {
  return (map) => {
    const listening = new AbortController();
    let timer = 0;
    let held: Point | null = null;
    let isDragging = false;
    // a long press or a drag is followed by a click that means nothing
    let isSpent = false;

    function on<K extends keyof SVGElementEventMap>(type: K, listen: (event: SVGElementEventMap[K]) => void): void {
      map.addEventListener(type, listen, { signal: listening.signal });
    }

    function point(event: MouseEvent): Point {
      const { left, top, width, height } = map.getBoundingClientRect();
      return { x: ((event.clientX - left) / width) * MAP.width, y: ((event.clientY - top) / height) * MAP.height };
    }

    function later(act: () => void, time: number): void {
      clearTimeout(timer);
      timer = window.setTimeout(act, time);
    }

    function letGo(): void {
      clearTimeout(timer);
      held = null;
      isDragging = false;
      gestures.dragged(null);
    }

    on("pointerdown", (event) => {
      const here = point(event);
      isSpent = false;
      // what was said of another place goes with the next touch
      gestures.rested(null);
      held = gestures.mayDrag(here) ? here : null;
      if (event.pointerType === "mouse") return;
      later(() => {
        isSpent = true;
        gestures.rested(here);
      }, REST);
    });

    on("pointermove", (event) => {
      const here = point(event);
      const isFar = held && Math.hypot(here.x - held.x, here.y - held.y) > SLACK;
      if (isDragging || isFar) {
        isDragging = true;
        clearTimeout(timer);
        map.setPointerCapture(event.pointerId);
        gestures.rested(null);
        gestures.dragged(here);
      } else if (event.pointerType === "mouse") later(() => gestures.rested(here), REST);
    });

    on("pointerup", (event) => {
      const wasDragging = isDragging;
      letGo();
      if (event.pointerType !== "mouse") later(() => gestures.rested(null), isSpent ? READING_TIME : 0);
      if (!wasDragging) return;
      isSpent = true;
      gestures.dropped(point(event));
    });

    on("pointercancel", letGo);
    on("pointerleave", (event) => {
      letGo();
      if (event.pointerType === "mouse") gestures.rested(null);
      else later(() => gestures.rested(null), READING_TIME);
    });
    on("click", (event) => {
      if (!isSpent) gestures.tapped(point(event), event.detail === 0 ? (event.target as Node) : null);
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
