/** Boards that were built elsewhere, as drawings like any other. */
import type { Component } from "svelte";
import type { GameModule, GameProps } from "../../table/board";
import type { MountedBoard, OutsideModule } from "../../table/outside";
import Outside from "./Outside.svelte";

const USUAL_STEP = 220;

/** A module from outside as the frame's kind of drawing; `address` is where it came from, for whoever mends it. */
export function drawnBy(module: Partial<OutsideModule>, address: string): GameModule<any, any> {
  const { mount, ...parts } = { ...module };
  if (typeof mount !== "function") throw new Error(`The board at ${address} has no function "mount".`);
  const Board: Component<GameProps<any, any>> = (internals, given) => {
    Outside(internals, { mount, given });
    return {};
  };
  return { duration: () => USUAL_STEP, ...parts, Board };
}

/** The place of one board: it is mounted once, updated after that, and cleared once. */
export class Place {
  #mounted: MountedBoard<any, any> | null = null;

  constructor(readonly mount: OutsideModule["mount"]) {}

  show(element: HTMLElement, given: GameProps<any, any>): void {
    if (this.#mounted) this.#mounted.update(given);
    else this.#mounted = this.mount(element, given);
  }

  clear(): void {
    const mounted = this.#mounted;
    this.#mounted = null;
    mounted?.destroy();
  }
}
