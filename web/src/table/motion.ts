/** What moves on the page, and frames in which it does: ending motion at once, and keeping work out of a frame. */
import { pace } from "../settings.svelte";

/** Everything in a drawing is where it was going to; what moves for ever, such as a glow, goes on. */
export function endMotion(drawing: Element): void {
  for (const animation of drawing.getAnimations({ subtree: true })) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (typeof end === "number" && Number.isFinite(end)) animation.finish();
  }
}

/**
 * Does something once what has changed so far has been painted, so that no frame has to bear both; at once where nothing
 * moves or nobody looks. The answer calls it off.
 */
export function afterPaint(then: () => void): () => void {
  if (pace() === 0 || document.hidden) {
    then();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
