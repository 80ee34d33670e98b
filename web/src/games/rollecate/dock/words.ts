/** What is said and shown of hands and piles in the dock. */
import type { Choice } from "../../../table/board";
import { whatFits } from "../explain";
import {
  NONE,
  PHASE,
  counted,
  isBetsy,
  isOver,
  isSetUp,
  kindNamed,
  pileOf,
  sumOf,
  type Move,
  type View,
} from "../reading";
import { laidBy } from "../targets";

/** The kind of card that a move lays; -1 if it lays none. */
export function kindIn(move: Move | null): number {
  if (!move) return NONE;
  if ("build" in move) return kindNamed(move.build.card);
  return laidBy(move)?.kind ?? NONE;
}

/** What to know before choosing a card: which ones fit, or when two of them leave. */
export function advice(view: View, viewer: number | null, choices: Choice<Move>[]): string {
  if (isSetUp(view)) return "";
  if (view.phase === PHASE.laying)
    return choices.length ? "A card that equals the top of your pile may leave with it." : "";
  return view.turn === viewer || view.phase < PHASE.betsy_drawing ? whatFits(view) : "";
}

/** What is said of a pile: points where one may know them, else how many cards lie there. */
export function sumInWords(view: View, of: number, viewer: number | null): string {
  const cards = pileOf(view, of);
  if (!cards.length) return "empty";
  if (isBetsy(view, of)) return counted(cards.length, "card");
  // what lies below the top of somebody else's pile is left to memory
  return of === viewer || isOver(view) ? counted(sumOf(cards), "point") : counted(cards.length, "card");
}

/** The cards of a pile as they may be seen: of somebody else's only the top. */
export function shownOf(view: View, of: number, viewer: number | null): number[] {
  const cards = pileOf(view, of);
  return of === viewer ? cards : cards.map(() => cards.at(-1)!);
}
