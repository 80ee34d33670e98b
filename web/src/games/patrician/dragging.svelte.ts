/**
 * Cards and floors that are carried over the map and let go: what they play, what follows when that has been played, and
 * why something goes back.
 */
import type { GameProps } from "../../table/board";
import { find } from "../boards/moves";
import type { Carrying } from "./carrying.svelte";
import { dropOf, spotAt, type Piece } from "./drops";
import type { Layout, Point } from "./geometry";
import type { Screen } from "./map/screen";
import { NONE, isOver, type Move, type View } from "./reading";

/** How long it is told why something went back, in milliseconds. */
const TIME_TO_READ = 3000;

/** What a board knows of the moment. */
interface Moment extends Pick<GameProps<View, Move>, "view" | "viewer" | "choices" | "pending" | "play" | "whyNot"> {
  layout: Layout;
  speed: number;
  /** The card that is planned; -1 if none is. */
  planned: number;
}

export class Dragging {
  /** Why something went back, and in which city it was let go. */
  told = $state.raw<{ city: number; reason: string } | null>(null);

  /** What is to follow the move under way: a card that is let go on a site is played, and builds there. */
  #wanted = $state.raw<Move | null>(null);

  constructor(
    readonly carrying: Carrying,
    readonly screen: Screen,
    readonly moment: () => Moment,
  ) {
    $effect(() => {
      if (!this.told) return;
      const timer = setTimeout(() => (this.told = null), TIME_TO_READ);
      return () => clearTimeout(timer);
    });
    $effect(() => this.#goOn());
  }

  carry(piece: Piece, down: PointerEvent): void {
    const { view, viewer, pending, speed } = this.moment();
    if (pending || viewer === null || isOver(view)) return;
    this.told = null;
    this.carrying.take(piece, down, speed, (dropped, at) => this.#dropped(dropped, at));
  }

  send(move: Move, then: Move | null = null): void {
    this.#wanted = then;
    this.moment().play(move);
  }

  /** Whether what was let go has found its place. */
  #dropped(piece: Piece, at: Point): boolean {
    const { view, layout, choices, whyNot } = this.moment();
    const spot = this.screen.isInHand(at) ? "hand" : spotAt(layout, view, this.screen.onMap(at));
    const drop = spot && dropOf(view, piece, spot);
    if (!drop) return false;
    if ("reason" in drop) {
      this.told = drop;
      return false;
    }
    const choice = find(choices, drop.move);
    if (choice) this.send(choice.move, drop.then);
    else whyNot(drop.move);
    return choice !== undefined;
  }

  #goOn(): void {
    const { view, viewer, choices, pending, planned, play, whyNot } = this.moment();
    const move = this.#wanted;
    if (!move || planned === NONE || pending || !choices.length) return;
    const next = find(choices, move);
    this.#wanted = null;
    if (next) play(next.move);
    else if ("floor" in move && !view.plan_sites[viewer!]!.includes(move.floor.site - 1)) whyNot(move);
  }
}

/** A finger that begins on something loose carries it. Browsers ignore `touch-action` on parts of a drawing. */
export function unscrolled(drawing: SVGSVGElement): () => void {
  const hold = (event: TouchEvent): void => {
    if (event.touches.length === 1 && (event.target as Element).closest(".loose")) event.preventDefault();
  };
  drawing.addEventListener("touchmove", hold, { passive: false });
  return () => drawing.removeEventListener("touchmove", hold);
}
