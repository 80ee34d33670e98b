/** The card or floor that somebody carries with the mouse or a finger: what it is, where it is, and its way back. */
import { drag } from "../boards/dragging";
import type { Point } from "./geometry";
import type { Piece } from "./drops";

/** How far above a finger a piece hangs, so that it can be seen. */
const ABOVE_FINGER = 40;
/** How long a piece takes to go back, in milliseconds. */
export const WAY_BACK = 160;

export class Carrying {
  /** What is carried, or on its way back; null if nothing is. */
  piece = $state.raw<Piece | null>(null);
  /** The point that it hangs from, in pixels of the window. */
  at = $state.raw<Point>({ x: 0, y: 0 });
  isGoingBack = $state(false);

  /** What is carried and may still be let go somewhere. */
  get held(): Piece | null {
    return this.isGoingBack ? null : this.piece;
  }

  /** A pointer went down on a piece; `drop` says whether it found a place where it was let go. */
  take(piece: Piece, down: PointerEvent, pace: number, drop: (piece: Piece, at: Point) => boolean): void {
    if (this.piece) return;
    const above = down.pointerType === "mouse" ? 0 : ABOVE_FINGER;
    const goBack = (): void => this.#goBack({ x: down.clientX, y: down.clientY }, pace);
    drag(down, {
      carried: ({ x, y }) => {
        this.piece = piece;
        this.at = { x, y: y - above };
      },
      dropped: () => {
        if (drop(piece, this.at)) this.piece = null;
        else goBack();
      },
      lost: goBack,
    });
  }

  #goBack(home: Point, pace: number): void {
    if (pace === 0) return void (this.piece = null);
    this.at = home;
    this.isGoingBack = true;
    setTimeout(() => {
      this.piece = null;
      this.isGoingBack = false;
    }, WAY_BACK / pace);
  }
}
