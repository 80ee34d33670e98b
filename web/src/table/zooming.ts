/**
 * Looking into a board: wheel, pinch and double tap make it larger around the place they point at, and a finger or the
 * mouse then moves it. The page itself stays as it is. Knows nothing of what is drawn.
 */
import type { Attachment } from "svelte/attachments";

/** How a board is shown: its size against its frame, and how far it is moved, in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MOST = 4;
const DOUBLE_TAP = 2.2;
/** Milliseconds between two taps that are one gesture, pixels between them, and pixels that make a press a movement. */
const TAP_TIME = 320;
const TAP_REACH = 28;
const SLACK = 8;
/** So far away that no tap is near it. */
const NOWHERE: Spot = { x: Infinity, y: Infinity };

/** Never smaller than the frame, and never past the edges of the board. */
export function held({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const within = Math.min(MOST, Math.max(1, scale));
  return {
    scale: within,
    x: Math.min(0, Math.max(width * (1 - within), x)),
    y: Math.min(0, Math.max(height * (1 - within), y)),
  };
}

/** The zoom at another scale, with what lies at a spot of the frame staying there. */
export function around(zoom: Zoom, spot: Spot, scale: number, size: Size): Zoom {
  const to = Math.min(MOST, Math.max(1, scale));
  const grown = to / zoom.scale;
  return held({ scale: to, x: spot.x - (spot.x - zoom.x) * grown, y: spot.y - (spot.y - zoom.y) * grown }, size);
}

/** Zooms what is in the frame; `changed` is told how it is to be shown. */
export function zooming(changed: (zoom: Zoom) => void, reset: (to: () => void) => void): Attachment<HTMLElement> {
  return (frame) => {
    let zoom = WHOLE;
    let tapped = { at: -Infinity, ...NOWHERE };
    /** Where each finger or the mouse is, and where the movement began. */
    const fingers = new Map<number, Spot>();
    let began: Spot | null = null;
    let isMoving = false;
    const listening = new AbortController();
    const { signal } = listening;

    const size = (): Size => ({ width: frame.clientWidth, height: frame.clientHeight });
    const spotOf = (event: { clientX: number; clientY: number }): Spot => {
      const { left, top } = frame.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const show = (next: Zoom) => {
      zoom = held(next, size());
      changed(zoom);
    };

    const wheel = (event: WheelEvent) => {
      // where the page scrolls the wheel scrolls it, as everywhere; a pinch on a touchpad comes with the control key
      const page = document.scrollingElement;
      if (!event.ctrlKey && page && page.scrollHeight > page.clientHeight + 1) return;
      event.preventDefault();
      show(around(zoom, spotOf(event), zoom.scale * Math.exp(-event.deltaY / 320), size()));
    };
    const down = (event: PointerEvent) => {
      fingers.set(event.pointerId, spotOf(event));
      // a piece that can be carried is carried
      const isFree = event.target instanceof Element && getComputedStyle(event.target).touchAction !== "none";
      began = isFree && zoom.scale > 1 ? spotOf(event) : null;
      isMoving = false;
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const here = spotOf(event);
      const [one, other] = [...fingers.values()];
      fingers.set(event.pointerId, here);
      if (fingers.size === 2 && one && other) {
        const [first, second] = [...fingers.values()] as [Spot, Spot];
        const grown = distance(first, second) / Math.max(1, distance(one, other));
        isMoving = true;
        show(around(zoom, middle(first, second), zoom.scale * grown, size()));
      } else if (began && (isMoving || distance(began, here) > SLACK)) {
        isMoving = true;
        show({ ...zoom, x: zoom.x + here.x - before.x, y: zoom.y + here.y - before.y });
      }
    };
    const up = (event: PointerEvent) => {
      // what was pressed elsewhere on the page is no business of the board
      if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
      began = null;
      if (event.pointerType === "mouse" || isMoving) return;
      // what a tap plays is no looking, however quickly the next one follows
      const plays = event.target instanceof Element && event.target.closest("button, a, [role=button]");
      const here = plays ? NOWHERE : spotOf(event);
      const isDouble = event.timeStamp - tapped.at < TAP_TIME && distance(tapped, here) < TAP_REACH;
      tapped = { at: isDouble ? -Infinity : event.timeStamp, ...here };
      if (isDouble) show(zoom.scale > 1 ? WHOLE : around(zoom, here, DOUBLE_TAP, size()));
    };
    const click = (event: MouseEvent) => {
      // what ends a movement plays nothing
      if (!isMoving) return;
      event.preventDefault();
      event.stopPropagation();
      isMoving = false;
    };

    frame.addEventListener("wheel", wheel, { signal, passive: false });
    frame.addEventListener("pointerdown", down, { signal, capture: true });
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("pointercancel", up, { signal });
    frame.addEventListener("click", click, { signal, capture: true });
    const watching = new ResizeObserver(() => show(zoom));
    watching.observe(frame);
    reset(() => show(WHOLE));
    return () => {
      listening.abort();
      watching.disconnect();
    };
  };
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Spot, other: Spot): Spot {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
