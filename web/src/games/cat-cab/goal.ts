/** What wins, and what is left until the end, each in a few words. */
import type { GameProps } from "../../table/board";
import { counted } from "../../lobby/words";
import { hurry } from "./kit";
import { passengersToCome } from "./motion";
import { isOver, isRushHour, type Move, type View } from "./reading";

export function goal({ view, viewer }: GameProps<View, Move>): { wins: string; rest: string } {
  return { wins: "Most points win, if you get out.", rest: restOf(view, viewer) };
}

function restOf(view: View, viewer: number | null): string {
  if (isOver(view)) return "";
  if (isRushHour(view)) {
    const own = viewer === null ? "" : hurry(view, viewer);
    return own ? `rush hour: ${own}` : "rush hour";
  }
  return `${fares(view)}, exit ${view.picked_up > 0 ? "open" : "closed"}`;
}

function fares(view: View): string {
  if (view.passenger >= 0) return "1 passenger waits";
  const toCome = passengersToCome(view);
  return toCome ? `${counted(toCome, "passenger", "passengers")} to come` : "all passengers picked up";
}
