/** What can be said of a step without knowing its game. */
import type { Step } from "./board";

/** Whether a step is only the passing of time, of which there is nothing to tell. */
export function isSilent(step: Step<unknown>): boolean {
  return step.actor === "clock" && step.sentence === "";
}
