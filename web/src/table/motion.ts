/** What moves on the page, and frames in which it does: ending motion at once, and keeping work out of a frame. */
import { pace } from "../settings.svelte";

/** Everything in a drawing is where it was going to; what moves for ever, such as a glow, goes on. */
export function endMotion(drawing: Element): void {
  for (const animation of drawing.getAnimations({ subtree: true })) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (typeof end === "number" && Number.isFinite(end)) animation.finish();
  }
}

/** What waits for a frame of its own, the first one first. */
const waiting: (() => void)[] = [];
let isAsked = false;
/** Whether the next frame has enough to bear already. */
let isTaken = false;

/**
 * Does something once what has changed so far has been painted, so that no frame has to bear both; several such things
 * have a frame each. At once where nothing moves or nobody looks. The answer calls it off.
 */
export function afterPaint(then: () => void): () => void {
  if (pace() === 0 || document.hidden) {
    then();
    return () => {};
  }
  const job = () => then();
  waiting.push(job);
  ask();
  return () => {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
  };
}

/** Says that what has just changed is enough for the next frame. */
export function takeFrame(): void {
  isTaken = true;
  ask();
}

/** Does something now, or once the next frame has been painted, where that has enough to bear already. */
export function inFreeFrame(then: () => void): void {
  if (isTaken) afterPaint(then);
  else then();
}

function ask(): void {
  if (isAsked || (waiting.length === 0 && !isTaken)) return;
  isAsked = true;
  requestAnimationFrame(() => {
    // what comes to wait from now on has not been painted yet
    const job = waiting[0];
    setTimeout(() => {
      isAsked = false;
      const isWanted = job !== undefined && waiting[0] === job;
      if (isWanted) waiting.shift();
      isTaken = isWanted;
      ask();
      if (isWanted) job();
    });
  });
}
