/** The paw race: who has pressed, how long it took, and how far the bars of the others have run. Times are milliseconds. */
import { hasBit, plays, seatsOf, type View } from "./reading";

export type Standing = "caller" | "pressed" | "running" | "late" | "out";

/** One who runs: how long, and what part of the time for paws that is. */
export interface Runner {
  seat: number;
  standing: Standing;
  time: number;
  share: number;
  /** 1 for the quickest paw so far; 0 for a player who has none. */
  rank: number;
}

/** Everybody who takes part, the quickest first, then those who still run; callers and those who do not race are left out. */
export function runnersOf(view: View, time: number): Runner[] {
  const whole = view.reaction_time * 1000;
  const quick = seatsOf(view)
    .filter((seat) => view.pressed[seat]! > 0)
    .sort((one, other) => view.reaction[one]! - view.reaction[other]! || view.pressed[one]! - view.pressed[other]!);
  const runners = seatsOf(view).flatMap((seat): Runner[] => {
    const standing = standingOf(view, seat);
    if (standing === "caller" || standing === "out") return [];
    const ran = standing === "pressed" ? view.reaction[seat]! : Math.max(0, time - view.called);
    const took = standing === "late" ? whole : Math.min(ran, whole);
    return [{ seat, standing, time: took, share: whole ? took / whole : 1, rank: quick.indexOf(seat) + 1 }];
  });
  return runners.sort((one, other) => (one.rank || 9) - (other.rank || 9) || one.seat - other.seat);
}

export function standingOf(view: View, seat: number): Standing {
  if (view.caller === seat) return "caller";
  if (!plays(view, seat)) return "out";
  if (view.pressed[seat]! > 0) return "pressed";
  if (hasBit(view.due, seat)) return "running";
  return hasBit(view.was_last, seat) ? "late" : "out";
}
