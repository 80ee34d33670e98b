/** How long steps take to be shown, in milliseconds at normal speed. A race waits for nothing; replays take their time. */
import type { Step } from "../../table/board";
import type { Move, View } from "./reading";

const TIME = { quick: 60, hand: 220, luck: 90, verdict: 900, end: 900 } as const;

export function duration(step: Step<Move>, _before: View, _after: View): number {
  const { move } = step;
  if (!move || "let_pass" in move || "lag" in move) return TIME.quick;
  if ("mix" in move || "turn_over" in move || "top" in move || "find" in move || "tumble" in move) return TIME.luck;
  if ("check" in move || "penalise" in move) return TIME.verdict;
  return "clean_up" in move ? TIME.end : TIME.hand;
}
