/** A turn of Hot Tin Roof in a few words: what was taken and set, where cats went, who was paid, and what fish it brought. */
import { counted, listOf } from "../../lobby/words";
import type { Reader, Recap, Traced, Trail } from "../../table/board";
import { whom } from "../boards/naming";
import { recapOf, type Deed } from "../boards/recap";
import {
  DUMPSTERS,
  GAPS,
  NOWHERE,
  ROOFTOPS,
  SHAPES,
  cansInWords,
  foodOf,
  gapNamed,
  roofNamed,
  seatsOf,
  type Move,
  type View,
} from "./reading";

type Did = Traced<View, Move>;

export function recap({ seat, steps }: Trail<View, Move>, reader: Reader): Recap {
  const before = steps[0]!.before;
  const after = steps.at(-1)!.after;
  const built = steps.flatMap((step) => deedOf(step, seat));
  const deeds = [...built, ...walked(before, after, steps, seat), ...paid(steps, seat, reader)];
  return recapOf(deeds, meaning(before, after, seat));
}

function deedOf(step: Did, seat: number): Deed[] {
  const { move, before, after } = step;
  if (!move) return [];
  if ("dive" in move) return dived(before, after, move.dive.dumpster, seat);
  if ("no_ante" in move) {
    const cans = cansInWords(after.cans[seat]! - before.cans[seat]!);
    return [{ past: `could not pay the ante, took ${cans}`, present: `cannot pay the ante and takes ${cans}` }];
  }
  if ("catwalk" in move) return [set(before, "a catwalk", between(move.catwalk.gap))];
  if ("deluxe" in move) return [set(before, "a deluxe catwalk", between(move.deluxe.gap))];
  if ("shelter" in move) return [set(before, "a shelter", `on ${roof(roofNamed(move.shelter.rooftop))}`)];
  if ("bank" in move) return [bankPaid(foodOf(before, seat) - foodOf(after, seat), move.bank.shape)];
  return [];
}

function dived(before: View, after: View, id: string, seat: number): Deed[] {
  const number = before.dumpster[DUMPSTERS.findIndex((dumpster) => dumpster.id === id)] ?? 0;
  const cans = number ? cansInWords(number) : "no cans";
  const shape = SHAPES.findIndex((_, index) => String(after.cat[seat]![index]) !== String(before.cat[seat]![index]));
  const took: Deed = { past: `took ${cans}`, present: `takes ${cans}` };
  if (shape < 0) return [took];
  const homes = listOf(after.cat[seat]![shape]!.map(roof));
  return [took, { past: `set cats on ${homes}`, present: `sets two cats on *${homes}*` }];
}

/** A piece that was built, or taken up elsewhere before. */
function set(before: View, piece: string, where: string): Deed {
  const [past, present] = before.lifted === NOWHERE ? ["built", "builds"] : ["moved", "moves"];
  return { past: `${past} ${piece} ${where}`, present: `${present} ${piece} *${where}*` };
}

function bankPaid(cans: number, shape: string): Deed {
  const amount = cansInWords(cans);
  return { past: `paid the bank ${amount}`, present: `pays the bank ${amount} for the ${shape} cats` };
}

/** Cats that went somewhere, and those that met. */
function walked(before: View, after: View, steps: Did[], seat: number): Deed[] {
  const fish = after.earned[seat]! - before.earned[seat]!;
  const settled = steps.filter(({ move }) => move && "join_cheapest" in move).length;
  const joined: Deed[] = [];
  if (fish > 0) {
    const won = counted(fish, "a fish", "fish").replace(/^1 /, "");
    joined.push({ past: `joined two cats: *${won}*`, present: `joins two cats and gets *${won}*` });
  } else if (settled > 0) joined.push({ past: "joined two cats", present: "joins two cats by the cheapest way" });
  return [...SHAPES.flatMap((_, shape) => wentTo(steps, shape)), ...joined];
}

/** Where the cats of one shape walked to, those that did. */
function wentTo(steps: Did[], shape: number): Deed[] {
  const ways = steps.flatMap(({ move }) =>
    move && "step" in move && SHAPES.indexOf(move.step.shape) === shape ? [move.step.way] : [],
  );
  if (ways.length === 0) return [];
  const end = roof(roofNamed(ways.at(-1)![1]!));
  const cat = `a ${SHAPES[shape]} cat`;
  return [{ past: `walked ${cat} to ${end}`, present: `walks ${cat} to ${end}`, isMinor: true }];
}

/** What others got on the way. */
function paid(steps: Did[], seat: number, { seats, viewer }: Reader): Deed[] {
  const got = new Map<number, number>();
  for (const { before, after, move } of steps) {
    if (!move || !("step" in move || "join_cheapest" in move)) continue;
    for (const other of seatsOf(after)) {
      const more = foodOf(after, other) - foodOf(before, other);
      if (other !== seat && more > 0) got.set(other, (got.get(other) ?? 0) + more);
    }
  }
  return [...got].map(([other, cans]) => {
    const to = whom(seats, other, viewer);
    const amount = other === viewer ? `*${cansInWords(cans)}*` : cansInWords(cans);
    return { past: `paid ${to} ${amount}`, present: `pays ${to} ${amount}`, isMinor: other !== viewer };
  });
}

function meaning(before: View, after: View, seat: number): string[] {
  if (after.trigger !== before.trigger && after.trigger === seat)
    return ["The race is over: pairs on the roofs are settled."];
  if (after.market === before.market) return [];
  return [after.market === 1 ? "1 fish is left." : `${after.market || "No"} fish are left.`];
}

function roof(rooftop: number): string {
  return ROOFTOPS[rooftop]?.name ?? "";
}

function between(id: string): string {
  const { a, b } = GAPS[gapNamed(id)]!;
  return `from ${roof(a)} to ${roof(b)}`;
}
