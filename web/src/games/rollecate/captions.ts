/** What Rollecate says when something happens to her: made from two views, said once. */
import { damageBetween, rideBetween } from "./motion";
import { cardsAhead, type Move, type View } from "./reading";

/** Words for the step from one view to the next; empty for steps that speak for themselves. */
export function captionOf(before: View, after: View, move: Move | null): string {
  if (!move) return "";
  if ("throw" in move && after.dice === 0 && before.wheels + move.throw.wheels === 0) return "I'd rather stay.";
  const ride = rideBetween(before, after, move);
  if (!ride) return "pass" in move ? "End of the line." : "";
  if (after.lost) return "That was one too many!";
  if (ride.missing > 2) return "Aaaaah!";
  if (ride.missing > 0) return "Ouch!";
  if (damageBetween(before, after)) return "Mind the gap!";
  return cardsAhead(after) === 0 && !("pass" in move) ? "Just in time." : "";
}
