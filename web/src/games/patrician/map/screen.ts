/** Where things of the map are in the window, and places in the window on the map. */
import type { ComponentProps } from "svelte";
import type Label from "../../boards/Label.svelte";
import type { Box, Layout, Point } from "../geometry";
import type { Flight } from "./animation.svelte";

export type Labelled = Omit<ComponentProps<typeof Label>, "width">;

/** How near the hand a card is let go that is meant for it, in pixels. */
const NEAR = 24;

export class Screen {
  constructor(
    readonly layout: () => Layout,
    readonly map: () => SVGSVGElement,
    readonly frame: () => HTMLElement,
  ) {}

  /** A point of the map as a point of the window. */
  onScreen({ x, y }: Point): Point {
    const { left, top, width } = this.map().getBoundingClientRect();
    const scale = width / this.layout().width;
    return { x: left + x * scale, y: top + y * scale };
  }

  /** A point of the window as a point of the map. */
  onMap({ x, y }: Point): Point {
    const { left, top, width } = this.map().getBoundingClientRect();
    const scale = this.layout().width / width;
    return { x: (x - left) * scale, y: (y - top) * scale };
  }

  /** Whether a point of the window is in the hand, or so near that it is meant. */
  isInHand({ x, y }: Point): boolean {
    const box = document.querySelector("[data-hand]")?.getBoundingClientRect();
    if (!box) return false;
    return x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR;
  }

  /** A label beside a box of the map. */
  labelAt({ x, y, width, height }: Box, title: string, text: string): Labelled {
    const shown = this.map().getBoundingClientRect();
    const around = this.frame().getBoundingClientRect();
    // a board that is looked into is larger than it was drawn
    const drawn = around.width / this.frame().clientWidth;
    const scale = shown.width / this.layout().width;
    return {
      left: (shown.left - around.left + (x + width / 2) * scale) / drawn,
      top: (shown.top - around.top + (y - 6) * scale) / drawn,
      bottom: (shown.top - around.top + (y + height + 6) * scale) / drawn,
      title,
      text,
    };
  }
}

/** Whoever gets something: the own hand, or the player wherever the page lists them. */
export function placeOfSeat({ seat, piece }: Flight, viewer: number | null): Point | null {
  const own = seat === viewer && "card" in piece ? document.querySelector("[data-hand]") : null;
  const places = own ? [own] : [...document.querySelectorAll(`[data-seat="${seat}"]`)];
  const shown = places.map((place) => place.getBoundingClientRect()).find((box) => box.width > 0);
  return shown ? { x: shown.left + shown.width / 2, y: shown.top + shown.height / 2 } : null;
}
