/** A turn of Cat Cab in a few words: the dice that were kept, the way that was driven, and whom it cost or helped. */
import { listOf } from "../../lobby/words";
import type { Reader, Recap, Step, Traced, Trail } from "../../table/board";
import { whom } from "../boards/naming";
import { recapOf, type Deed } from "../boards/recap";
import {
  DICE,
  LEFT,
  PHASE,
  bits,
  collectorOf,
  cursesInWords,
  diceOf,
  isOnGrid,
  isRushHour,
  placeName,
  spacesInWords,
  squareName,
  type Move,
  type View,
} from "./reading";

type Did = Traced<View, Move>;

/** Before anything is driven there are only dice, which change nothing on the map. */
const WITH_DICE = ["roll", "mark", "reroll", "stop", "roll_item", "skip_items", "cancel"];

/** Whether a step changes the map, so that the others' trails are no longer wanted. */
export function decides({ move }: Step<Move>): boolean {
  return move !== null && !WITH_DICE.some((family) => family in move);
}

export function recap({ seat, steps }: Trail<View, Move>, reader: Reader): Recap {
  const before = steps[0]!.before;
  const after = steps.at(-1)!.after;
  const deeds = [...kept(steps), ...won(before, after, seat), ...driven(steps, seat), ...rest(steps, seat, reader)];
  return recapOf(deeds, meaning(before, after));
}

/** The faces with which the turn was driven. */
function kept(steps: Did[]): Deed[] {
  const rolled = steps.findLast(
    ({ move, before, after }) =>
      move && ("stop" in move || ("die" in move && before.phase === PHASE.turn_dice && after.phase > PHASE.rerolling)),
  );
  if (!rolled) return [];
  const view = rolled.after.pool ? rolled.after : rolled.before;
  const faces = listOf(bits(view.pool).map((die) => String(view.face[die])));
  return faces ? [{ past: `kept ${faces}`, present: `keeps ${faces}`, isMinor: true }] : [];
}

/** Coloured dice that came or went. */
function won(before: View, after: View, seat: number): Deed[] {
  const [had, has] = [diceOf(before, seat), diceOf(after, seat)];
  const names = (dice: typeof had) => listOf(dice.map(({ number }) => `the ${DICE[number]!.name}`));
  const more = names(has.filter((die) => !had.includes(die)));
  const fewer = names(had.filter((die) => !has.includes(die)));
  return [
    ...(more ? [{ past: `won ${more}`, present: `wins *${more}*` }] : []),
    ...(fewer ? [{ past: `lost ${fewer}`, present: `loses *${fewer}*` }] : []),
  ];
}

function driven(steps: Did[], seat: number): Deed[] {
  const cursed = steps.flatMap(({ move, before }) => (move && "cancel" in move ? lostTo(before, seat) : []));
  const drives = steps.filter(({ move, actor }) => move && actor === seat && ("move" in move || "boost" in move));
  const end = drives.at(-1)?.after.place[seat];
  if (end === undefined) return cursed;
  if (end === LEFT) return [...cursed, { past: "*left the city*", present: "drives *out of the city*" }];
  const spaces = drives.reduce((sum, { move }) => sum + (move && "move" in move ? move.move.spaces : 0), 0);
  const far = spaces ? `${spacesInWords(spaces)} to` : "to";
  return [...cursed, { past: `drove ${far} ${placeName(end)}`, present: `drives ${far} *${placeName(end)}*` }];
}

/** What curses took off the movement. */
function lostTo({ ones, twos, curses }: View, seat: number): Deed[] {
  const lost = spacesInWords(Math.min(curses[seat]!, ones + 2 * twos));
  const to = curses[seat] === 1 ? "a curse" : "curses";
  return [{ past: `lost ${lost} to ${to}`, present: `loses ${lost} to ${to}` }];
}

/** Whatever else was done to somebody. */
function rest(steps: Did[], seat: number, { seats, viewer }: Reader): Deed[] {
  const name = (other: number) => (other === viewer ? "*you*" : whom(seats, other, viewer));
  return steps.flatMap(({ move, before, after }): Deed[] => {
    if (!move) return [];
    if ("take_die" in move) {
      const holder = before.holder[DICE.findIndex((die) => die.name === move.take_die.die) - FIRST_COLOURED] ?? -1;
      const from = holder >= 0 ? ` from ${name(holder)}` : "";
      return [{ past: `took the ${move.take_die.die}${from}`, present: `takes the ${move.take_die.die}${from}` }];
    }
    if ("sabotage" in move) {
      const target = move.sabotage.seat;
      const curses = cursesInWords(after.curses[target]! - before.curses[target]!);
      return [{ past: `put ${curses} on ${name(target)}`, present: `puts ${curses} on ${name(target)}` }];
    }
    if ("back" in move) return [wentBack(before, after, seat, name)];
    if ("collect" in move) return [pickedUp(before, after, seat, name)];
    return [];
  });
}

const FIRST_COLOURED = DICE.findIndex(({ colour }) => colour !== "white");

function wentBack(before: View, after: View, seat: number, name: (seat: number) => string): Deed {
  const pushed = before.back_seat;
  const where = placeName(after.place[pushed]!);
  const why = before.phase === PHASE.fight_back ? "after a cat fight " : "";
  if (pushed === seat)
    return { past: `went back to ${where} ${why}`.trim(), present: `goes back to *${where}* ${why}`.trim() };
  return {
    past: `${why ? "won a cat fight and " : ""}sent ${name(pushed)} back to ${where}`,
    present: `${why ? "wins a cat fight and " : ""}sends ${name(pushed)} back to *${where}*`,
  };
}

function pickedUp(before: View, after: View, seat: number, name: (seat: number) => string): Deed {
  const finder = collectorOf(before, after);
  if (finder === seat) return { past: "*picked up* a passenger", present: "*picks up* a passenger" };
  return { past: `let ${name(finder)} pick up a passenger`, present: `lets ${name(finder)} pick up a passenger` };
}

function meaning(before: View, after: View): string[] {
  const opened = before.picked_up === 0 && after.picked_up > 0 ? "The exit is open." : "";
  const waits = after.passenger !== before.passenger && isOnGrid(after.passenger);
  const passenger = waits ? `A passenger waits at ${squareName(after.passenger)}.` : "";
  const rush = isRushHour(after) && !isRushHour(before) ? "Rush hour has begun." : "";
  return [opened, passenger, rush];
}
