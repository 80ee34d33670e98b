/** What a turn of somebody else left on the map: where cabs came from and went, and what was won, lost or handed out. */
import type { Reader, Trail } from "../../table/board";
import { nameOf } from "../boards/naming";
import { PAGE } from "./generated";
import { cabSpot, streetsThrough, type Point, type Spot } from "./geometry";
import { departedBetween, towedBetween, wayBetween } from "./motion";
import { DICE, PHASE, active, bits, collectorOf, cursesInWords, seatsOf, type Move, type View } from "./reading";

/** A cab that moved in the turn. */
export interface Drive {
  seat: number;
  /** Where it stood. */
  from: Spot;
  way: Point[];
}

/** A few words beside a cab: what somebody won, lost, or was given. */
export interface Change {
  seat: number;
  text: string;
  /** Whether it changed something for the viewer. */
  own: boolean;
}

export type CabTrail = Trail<View, Move>;

/** The ways of all cabs that moved, the one on turn first. */
export function drivesOf({ seat, steps }: CabTrail): Drive[] {
  const drives = new Map<number, Drive>();
  for (const { before, after, move } of steps) {
    const way = wayBetween(before, after, move);
    if (!way || way.places.length < 2) continue;
    const points = streetsThrough(before, way.places);
    const drive = drives.get(way.seat);
    if (drive) drive.way.push(...points.slice(1));
    else drives.set(way.seat, { seat: way.seat, from: cabSpot(steps[0]!.before, way.seat), way: points });
  }
  return [...drives.values()].sort((one, other) => Number(other.seat === seat) - Number(one.seat === seat));
}

/** What changed, one line for each cab: by whom it was is told by the number of the turn. */
export function changesOf(trail: CabTrail, reader: Reader): Change[] {
  const told = new Map<number, string[]>();
  const tell = (seat: number, text: string) => told.set(seat, [...(told.get(seat) ?? []), text]);
  for (const { before, after, move } of trail.steps) {
    if (move && "collect" in move) tell(collectorOf(before, after), `fare +${PAGE.passenger_points}`);
    if (after.lost > before.lost) tell(active(before), "lost a fare");
    for (const seat of departedBetween(before, after))
      tell(seat, `out +${PAGE.leaving_points[after.departure[seat]! - 1]}`);
    for (const seat of towedBetween(before, after)) tell(seat, "towed away");
    const winner = winnerOf(before, after);
    if (winner !== null) tell(winner, "won the fight");
    for (const { seat, text } of diceMoved(before, after, reader)) tell(seat, text);
  }
  for (const seat of seatsOf(trail.steps[0]!.before)) {
    const given = cursesGiven(trail, seat);
    if (given > 0) tell(seat, `+${cursesInWords(given)}`);
  }
  return [...told].map(([seat, texts]) => {
    const own = seat === reader.viewer || texts.some((text) => text.includes(" your "));
    return { seat, text: `${seat === reader.viewer ? "you: " : ""}${texts.join(", ")}`, own };
  });
}

/** Who won a cat fight in a step: the one who does not have to go back. */
function winnerOf(before: View, after: View): number | null {
  if (before.phase !== PHASE.fight_dice || after.phase !== PHASE.fight_back) return null;
  const losers = [...bits(after.fighters), after.back_seat];
  return bits(before.fighters).find((seat) => !losers.includes(seat)) ?? null;
}

function diceMoved(before: View, after: View, { viewer, seats }: Reader): { seat: number; text: string }[] {
  return DICE.slice(PAGE.first_coloured).flatMap(({ name }, index) => {
    const [had, has] = [before.holder[index]!, after.holder[index]!];
    if (had === has) return [];
    if (had < 0) return [{ seat: has, text: `won the ${name}` }];
    if (has < 0) return [{ seat: had, text: `lost the ${name}` }];
    return [{ seat: has, text: `took ${had === viewer ? "your" : `${nameOf(seats, had)}'s`} ${name}` }];
  });
}

/** Curses that others were handed; the own ones are gone at the end of a turn. */
function cursesGiven({ seat, steps }: CabTrail, other: number): number {
  if (other === seat) return 0;
  return steps.at(-1)!.after.curses[other]! - steps[0]!.before.curses[other]!;
}
