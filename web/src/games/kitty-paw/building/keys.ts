/** What keys do at the table, wherever the focus is: everything that hands do has one. Knows nothing of what is drawn. */
import { PHASE, isSettled, type View } from "../reading";
import type { Acting } from "./acting.svelte";
import type { Dragging } from "./dragging.svelte";

/** Carries out what a key means here; says whether it meant anything. */
export function press(key: string, view: View, acting: Acting, dragging: Dragging): boolean {
  const act = actOf(key.length === 1 ? key.toLowerCase() : key, view, acting, dragging);
  act?.();
  return act !== null;
}

function actOf(key: string, view: View, acting: Acting, dragging: Dragging): (() => void) | null {
  if (key === "m") return view.phase === PHASE.paws ? () => acting.paw() : () => acting.meow();
  if (key === " " && view.phase === PHASE.paws) return () => acting.paw();
  if (key === "r" && (view.phase === PHASE.gathering || isSettled(view))) return () => acting.ready();
  if (view.phase !== PHASE.building || acting.seat === null) return null;
  if (/^[1-8]$/.test(key)) return numbered(Number(key) - 1, acting);
  if (!acting.builds) return null;
  return handled(key, acting, dragging);
}

function numbered(number: number, acting: Acting): (() => void) | null {
  const { ahead, seat } = acting;
  if (ahead.card[seat!]! < 0) return number < ahead.row.length ? () => acting.takeCard(ahead.row[number]!) : null;
  return ahead.peeking[seat!] === number ? () => acting.unpeek() : () => acting.peek(number);
}

function handled(key: string, acting: Acting, dragging: Dragging): (() => void) | null {
  const piece = acting.held >= 0 ? acting.held : dragging.chosen;
  if (key === "q" || (key === "ArrowLeft" && dragging.isDragging)) return () => dragging.turn("left");
  if (key === "e" || (key === "ArrowRight" && dragging.isDragging)) return () => dragging.turn("right");
  if (key === "f") return () => acting.flip(piece);
  if (key === "b") return () => acting.flipBox();
  if (key === "k") return () => acting.keep();
  if (key === "Escape" || key === "Delete" || key === "Backspace") return back(acting, dragging, key);
  return null;
}

/** One step back: what hangs goes to the heap, a box is put down, a piece that was turned to is let go of. */
function back(acting: Acting, dragging: Dragging, key: string): (() => void) | null {
  if (acting.held >= 0)
    return () => {
      const { held } = acting;
      dragging.cancel();
      acting.giveBack(held);
    };
  if (acting.ahead.peeking[acting.seat!]! >= 0) return () => acting.unpeek();
  const { chosen } = dragging;
  if (chosen < 0) return null;
  return () => {
    dragging.chosen = -1;
    if (key !== "Escape") acting.giveBack(chosen);
  };
}
