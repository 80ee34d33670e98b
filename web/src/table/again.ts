/** A turn that was shown, once more: the table before it, its steps one after the other, and then what is there now. */
import type { Traced } from "./board";
import { STEP } from "./pace";
import type { Frame } from "./playback";
import type { Session } from "./session.svelte";
import type { AnyTrail } from "./trails";

/** Milliseconds for which one looks at the table before the turn. */
const BEFORE = 500;

/** What to show; `stops` is asked at the end, whether the table waits there. */
export function framesAgain(session: Session, trail: AnyTrail, stops: () => boolean): Frame[] {
  const first = trail.steps[0]!;
  const begin: Frame = {
    time: 0,
    look: BEFORE,
    held: BEFORE,
    show: (pace) => {
      session.happened.until = first.ply;
      session.live = { view: first.before, step: null, pace };
    },
  };
  const end: Frame = { time: 0, ends: true, stops, show: () => (session.happened.until = null) };
  return [begin, ...trail.steps.map((step) => frameOf(session, trail.seat, step)), end];
}

function frameOf(session: Session, seat: number, step: Traced<any, any>): Frame {
  const isLoud = step.actor === seat && step.sentence !== "" && !session.isQuiet(step);
  const look = isLoud ? STEP : 0;
  const show = (pace: number): void => {
    if (isLoud) session.narration = step.sentence;
    session.happened.until = step.ply + 1;
    session.live = { view: step.after, step, pace };
  };
  return { time: session.timeOf(step, step.before, step.after), look, held: look, show };
}
