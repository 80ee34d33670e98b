/** What stopping now would mean, in words: how far the kept dice drive, and what lies in their reach. */
import { counted, listOf } from "../../../lobby/words";
import { reachOf, sourcesOf } from "../reach";
import {
  LEFT,
  PHASE,
  active,
  bits,
  cursesInWords,
  isQuiet,
  kindAt,
  spacesInWords,
  yieldOf,
  type View,
} from "../reading";

/** Where the one on turn could end with the dice that stay: none where that is not the question. */
export function reachNow(view: View, marked: number[]): Set<number> {
  const seat = active(view);
  if (seat < 0) return new Set();
  if (view.phase === PHASE.rerolling) return reachOf(view, seat, sourcesOf(view, keptOf(view, marked)));
  if (view.phase === PHASE.items || view.phase === PHASE.cancelling) return reachOf(view, seat, view);
  return new Set();
}

/** "drive 5 − 1 = 4 spaces": what all dice but some bring. */
export function driveInWords(view: View, without: number[] = []): string {
  const { ones, twos } = sourcesOf(view, keptOf(view, without));
  const curses = view.curses[active(view)] ?? 0;
  const left = ones + 2 * twos - curses;
  if (left === 0) return "no space to drive";
  const sum = curses ? `${ones + 2 * twos} − ${curses} = ` : "";
  return left > 0 ? `drive ${sum}${spacesInWords(left)}` : `${spacesInWords(-left)} back`;
}

function keptOf(view: View, without: number[]): number[] {
  return bits(view.pool).filter((die) => !without.includes(die));
}

/** What the dice bring beside the drive; empty for nothing. */
export function extrasInWords(view: View): string {
  const { items, sabotage } = yieldOf(view);
  const extras = [
    items ? counted(items, "item roll", "item rolls") : "",
    sabotage ? `${cursesInWords(sabotage)} for a rival` : "",
  ].filter(Boolean);
  return extras.length ? `with ${listOf(extras)}` : "";
}

/** What can be come to: the passenger, the exit, squares that do something. */
export function inReach(view: View, reach: Set<number>): string {
  if (!reach.size) return "";
  const special = (kind: string) => [...reach].some((place) => kindAt(view, place) === kind && !isQuiet(view, place));
  const found = [
    reach.has(view.passenger) ? "the passenger" : "",
    reach.has(LEFT) ? "the exit" : "",
    special("nibbles") ? "cat nibbles" : "",
    special("patrol") ? "Paw patrol" : "",
  ].filter(Boolean);
  return found.length ? `In reach: ${listOf(found)}.` : "Only plain crossings are in reach.";
}
