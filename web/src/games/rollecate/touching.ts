/** What is pressed for a move: a card of the hand, and where it can be played in several ways, the way. */
import type { GameProps } from "../../table/board";
import { pressOf } from "../../table/pressing";
import { kindNamed, type Move, type View } from "./reading";
import { laidBy, useOf } from "./targets";

export function touch(move: Move, { choices }: Pick<GameProps<View, Move>, "choices">): string[] {
  const kind = "build" in move ? kindNamed(move.build.card) : laidBy(move)?.kind;
  if (kind === undefined) return [pressOf(move)];
  const use = useOf(choices, kind);
  const isPlayedAtOnce = use?.builds.length === 1 || (use?.lay != null && !use.combine);
  return isPlayedAtOnce ? [`card ${kind}`] : [`card ${kind}`, pressOf(move)];
}
