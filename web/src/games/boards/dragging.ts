/**
 * Something that is taken with the mouse or a finger and let go elsewhere: when it is carried, where it is, where it is let
 * go. Knows nothing of what it is or where it may go.
 */
import type { Point } from "./pointing";

/** Who is told of a drag; points are in pixels of the window. */
export interface Carrier {
  /** It has left its place and is here now. */
  carried: (point: Point) => void;
  dropped: (point: Point) => void;
  /** The pointer was taken away, as a browser does that scrolls instead. */
  lost: () => void;
}

/** How far a pointer goes before it drags, in pixels. */
const SLACK = 8;

/** Follows a pointer that went down on something. Until it has gone a little way nobody is told, and it may be a tap. */
export function drag(down: PointerEvent, carrier: Carrier): void {
  if (down.button !== 0) return;
  const listening = new AbortController();
  let isCarried = false;

  function on(type: "pointermove" | "pointerup" | "pointercancel", listen: (point: Point) => void): void {
    const heard = (event: PointerEvent): void => {
      if (event.pointerId === down.pointerId) listen({ x: event.clientX, y: event.clientY });
    };
    addEventListener(type, heard, { signal: listening.signal });
  }

  on("pointermove", (point) => {
    isCarried ||= Math.hypot(point.x - down.clientX, point.y - down.clientY) >= SLACK;
    if (isCarried) carrier.carried(point);
  });
  on("pointerup", (point) => {
    listening.abort();
    if (!isCarried) return;
    swallowClick();
    carrier.dropped(point);
  });
  on("pointercancel", () => {
    listening.abort();
    if (isCarried) carrier.lost();
  });
}

/** A drag is followed by a click that means nothing. */
function swallowClick(): void {
  const listening = new AbortController();
  const swallow = (event: MouseEvent): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, signal: listening.signal });
  setTimeout(() => listening.abort());
}
