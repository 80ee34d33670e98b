/** Which parts of the page somebody is to press, and where they are. */
import type { Move } from "../generated/protocol";
import type { AnyGame, AnyProps } from "../table/session.svelte";
import { pickOf, pressOf, pressable } from "../table/pressing";
import { isVisible } from "../table/visible";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The names of what is pressed for some moves in one gesture, each once, where it is pressed last. */
export function namesFor(moves: Move[], drawing: AnyGame | null, given: AnyProps): string[] {
  const all = moves.flatMap((move) => drawing?.touch?.(move, given) ?? [pressOf(move)]);
  return all.filter((name, index) => all.lastIndexOf(name) === index);
}

/** What is to be pressed now and after that: what has been pressed already is left out, and what is not there yet. */
export function partsFor(names: string[], move: Move, within: ParentNode): Element[] {
  const drawn = names.map((name) => pressable(name, within)).filter((part) => part !== null);
  const left = drawn.filter((part) => !part.hasAttribute("data-pressed"));
  if (left.length) return left;
  const inWords = pressable(pressOf(move), within) ?? pressable(pickOf(move), within);
  return inWords ? [inWords] : [];
}

/** Where a part is in the window, with a margin around it, in whole pixels. */
export function boxOf(part: Element, margin: number): Box {
  const { x, y, width, height } = part.getBoundingClientRect();
  return {
    x: Math.round(x - margin),
    y: Math.round(y - margin),
    width: Math.round(width + 2 * margin),
    height: Math.round(height + 2 * margin),
  };
}

/** A box with round corners, as a path. */
export function outline({ x, y, width, height }: Box, radius = 9): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (right: number, down: number) => `a${r} ${r} 0 0 1 ${right} ${down}`;
  return (
    `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}` +
    `h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`
  );
}

/** Where a paw comes from, and by how much it is turned then: the first corner that leaves it room in the window. */
export function pawAt(box: Box, window: { width: number; height: number }): { x: number; y: number; turn: number } {
  const ROOM = 56;
  const isRight = box.x + box.width + ROOM <= window.width || box.x < ROOM;
  const isBelow = box.y + box.height + ROOM <= window.height || box.y < ROOM;
  return {
    x: box.x + box.width * (isRight ? 0.84 : 0.16),
    y: box.y + box.height * (isBelow ? 0.84 : 0.16),
    turn: (isRight ? 1 : -1) * (isBelow ? 128 : 52),
  };
}

/** What the fog leaves clear besides what is asked for: two holes that overlap would cancel each other out. */
export function clearIn(within: ParentNode, asked: Element[]): Element[] {
  const marked = [...within.querySelectorAll("[data-clear]")];
  return marked.filter((part) => isVisible(part) && !asked.some((each) => part.contains(each)));
}
