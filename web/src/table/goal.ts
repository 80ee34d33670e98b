/** When the card of the goal opens by itself: once, in the first game of its kind on this device. Draws nothing. */
import { choose, settings } from "../settings.svelte";
import type { Session } from "./session.svelte";

/** What has to be known of a table for that. */
type Seen = Pick<Session, "drawing" | "isSeated" | "isReplay" | "isOver" | "curtain"> & {
  table: Pick<NonNullable<Session["table"]>, "game"> | null;
};

/** Whether the goal is to be shown now; it counts as shown from then on. */
export function showGoalOnce({ drawing, isSeated, isReplay, isOver, curtain, table }: Seen): boolean {
  const isFree = isSeated && !isReplay && !isOver && curtain === null;
  if (!drawing?.goal || !table || !isFree || settings.goalsSeen.includes(table.game)) return false;
  choose({ goalsSeen: [...settings.goalsSeen, table.game] });
  return true;
}
