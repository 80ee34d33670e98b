/** Goes with a table from one view to the next, and tells its kinds of animation what happened; nothing after a jump. */
import type { Step } from "../../table/board";
import { comesNext } from "../boards/moves";
import type { Move, View } from "./reading";

export abstract class Following {
  #before: View | null = null;
  #ply = -1;

  /** Go on to a view; `pace` 0 shows only what stands still. */
  follow(after: View, step: Step<Move> | null, pace: number): void {
    const before = this.#before;
    if (before === after) return;
    // steps that are skipped over come as one change, which tells nothing
    const isNext = comesNext(step, this.#ply);
    this.#before = after;
    this.#ply = step?.ply ?? -1;
    this.forget();
    if (!step) this.jump();
    if (before && step?.move && isNext) this.show(before, after, step.move, pace);
  }

  /** The table is another one, or at another moment: nothing of before is to be seen. */
  protected jump(): void {}

  /** What was shown is over. */
  protected abstract forget(): void;

  protected abstract show(before: View, after: View, move: Move, pace: number): void;
}
