/** Whether somebody at a table is asked to learn the game first; nothing else is put before them meanwhile. */
import type { Session } from "../table/session.svelte";
import { isKnown } from "./progress.svelte";

type Sitting = Pick<Session, "info" | "own" | "table" | "isReplay">;

export function isAskedToLearn({ info, own, table, isReplay }: Sitting): boolean {
  const hasLesson = (info?.lessons.length ?? 0) > 0;
  return hasLesson && own !== null && table?.stage === "playing" && !isKnown(table.game) && !isReplay;
}
