/** Times of the day, counted in minutes. */
import type { QuietHours } from "../generated/protocol";

const DAY = 1440;

/** "8:00", "22:30". */
export function clockTime(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

/** Whether a minute of the day is quiet; quiet hours may go over midnight. */
export function isQuiet({ start, end }: Pick<QuietHours, "start" | "end">, minute: number): boolean {
  return (minute - start + DAY) % DAY < (end - start + DAY) % DAY;
}
