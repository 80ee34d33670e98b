/** A turn of Patrician in a few words: where floors went, which card was taken, and who leads where it was built. */
import type { Reader, Recap, Traced, Trail } from "../../table/board";
import { whoIs, whose } from "../boards/naming";
import { recapOf, type Deed } from "../boards/recap";
import {
  CARDS,
  CITIES,
  NONE,
  PAIRS,
  SITES,
  countOf,
  isScored,
  leaderOf,
  limitOf,
  pairNamed,
  towersOf,
  type Move,
  type View,
} from "./reading";

const NUMBERS = ["no", "one", "two"];
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

export function recap({ seat, steps }: Trail<View, Move>, reader: Reader): Recap {
  const before = steps[0]!.before;
  const after = steps.at(-1)!.after;
  const city = CITIES.findIndex((_, at) => heightOf(after, at) > heightOf(before, at));
  const deeds = [
    ...built(before, after, city, seat),
    ...moved(before, after, seat, reader),
    ...taken(steps),
    ...steps.flatMap(messenger),
  ];
  return recapOf(deeds, city < 0 ? [] : meaning(before, after, city, reader));
}

function heightOf(view: View, city: number): number {
  return view.height[city]!.reduce((sum, height) => sum + height, 0);
}

function built(before: View, after: View, city: number, seat: number): Deed[] {
  if (city < 0) return [];
  const floors = heightOf(after, city) - heightOf(before, city);
  const number = NUMBERS[floors] ?? String(floors);
  const { name } = CITIES[city]!;
  const all = towersOf(after, city).reduce((sum, tower) => sum + countOf(tower, seat), 0);
  const which = floors === 1 && all > 1 && ORDINALS[all] ? `, the ${ORDINALS[all]} there` : "";
  return [
    {
      past: `${floors === 1 ? "a floor" : `${number} floors`} in ${name}`,
      present: `builds ${number} ${floors === 1 ? "floor" : "floors"} in *${name}*${which}`,
    },
  ];
}

/** A floor that went to the other tower of its city. */
function moved(before: View, after: View, seat: number, { seats, viewer }: Reader): Deed[] {
  return CITIES.flatMap(({ name }, city) => {
    const from = SITES.find((site) => after.height[city]![site]! < before.height[city]![site]!);
    if (from === undefined) return [];
    const owner = before.floor[city]![from]![before.height[city]![from]! - 1]!;
    const floor =
      owner === seat ? "one" : `${owner === viewer ? "*your* floor" : `${whose(seats, owner, viewer)} floor`}`;
    const top = owner === seat ? "their own top floor" : `${whose(seats, owner, viewer)} top floor`;
    return [{ past: `moved ${floor} in ${name}`, present: `moves ${top} in *${name}* to the other tower` }];
  });
}

/** The card that was taken from the map. */
function taken(steps: Traced<View, Move>[]): Deed[] {
  for (const { before, after } of steps) {
    const city = CITIES.findIndex((_, at) => before.face_up[at]! >= 0 && after.face_up[at] !== before.face_up[at]);
    const card = CARDS[before.face_up[city] ?? NONE];
    if (card) return [{ past: `took *${card.name}*`, present: `takes *${card.name}* from ${CITIES[city]!.name}` }];
  }
  return [];
}

function messenger({ move }: Traced<View, Move>): Deed[] {
  if (!move || !("messenger" in move)) return [];
  const { a, b } = PAIRS[pairNamed(move.messenger.between)]!;
  const where = `between ${CITIES[a]!.name} and ${CITIES[b]!.name}`;
  return [{ past: `a messenger ${where}`, present: `sets a messenger *${where}*` }];
}

/** How far the city is, and who leads or has won its towers. */
function meaning(before: View, after: View, city: number, { seats, viewer }: Reader): string[] {
  const { name, high, low } = CITIES[city]!;
  if (isScored(after, city) && !isScored(before, city)) return [completed(after, city, { seats, viewer }, high, low)];
  const left = limitOf(city) - heightOf(after, city);
  const needs = left > 0 ? `${name} needs ${left === 1 ? "one more floor" : `${left} more floors`}.` : "";
  return [needs, leading(after, city, { seats, viewer })];
}

function completed(view: View, city: number, { seats, viewer }: Reader, high: number, low: number): string {
  const { name } = CITIES[city]!;
  const taller = view.height[city]![0]! >= view.height[city]![1]! ? 0 : 1;
  const [first, second] = [view.winner[city]![taller]!, view.winner[city]![1 - taller]!];
  const wins = (seat: number) =>
    `${midSentence(whoIs(seats, seat, viewer), seat, viewer)} ${seat === viewer ? "win" : "wins"}`;
  if (first === second || second < 0) return `${name} is complete: ${wins(first)} both towers, ${high} and ${low}.`;
  return `${name} is complete: ${wins(first)} the taller tower for ${high}, ${midSentence(whoIs(seats, second, viewer), second, viewer)} the shorter one for ${low}.`;
}

function leading(view: View, city: number, { seats, viewer }: Reader): string {
  const towers = towersOf(view, city);
  const [one, other] = SITES.map((site) => ({ leader: leaderOf(towers[site]), height: towers[site].length }));
  const [taller, shorter] = one!.height >= other!.height ? [one!, other!] : [other!, one!];
  if (taller.leader === NONE) return "";
  const who = whoIs(seats, taller.leader, viewer);
  const leads = taller.leader === viewer ? "lead" : "leads";
  if (shorter.leader === NONE) return `${who} ${leads} its only tower.`;
  if (taller.leader === shorter.leader) return `${who} ${leads} both towers.`;
  const rest = midSentence(whoIs(seats, shorter.leader, viewer), shorter.leader, viewer);
  if (taller.height === shorter.height) return `${who} ${leads} one tower, ${rest} the other; they are equally tall.`;
  return `${who} ${leads} the taller tower, ${rest} the shorter one.`;
}

function midSentence(who: string, seat: number, viewer: number | null): string {
  return seat === viewer ? who.toLowerCase() : who;
}
