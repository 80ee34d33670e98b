/**
 * What the others' turns left on the table: cards that are new, the way of the train, what was taken or paid in words, and a
 * free spot for the words. Points are in units of the railway, boxes in pixels of the table.
 */
import type { SeatInfo, Trail } from "../../../table/board";
import {
  CARD,
  endOf,
  middleOf,
  onScreen,
  trainAt,
  type Box,
  type Fit,
  type Point,
  type Size,
  type Stand,
} from "../geometry";
import { throwBetween } from "../motion";
import { cardOf, counted, listed, nameOf, nameOfCard, placesOf, type Move, type View } from "../reading";
import { addedBy, laidBy } from "../targets";

/** One turn on the table. */
export interface Mark {
  seat: number;
  number: number;
  /** Where cards lie that were built in it. */
  built: number[];
  /** The way of the train, from where she stood to where she stands; empty if she stayed. */
  way: Stand[];
  /** Whose turn it was, and what was done in it, the last thing last. */
  name: string;
  told: string[];
}

/** Points on the rails of each card, for the way of the train. */
const PER_CARD = 4;

export function markOf(trail: Trail<View, Move>, view: View, seats: SeatInfo[]): Mark {
  return {
    seat: trail.seat,
    number: trail.number,
    built: builtIn(trail).filter((place) => place >= view.first && place < view.end),
    way: wayOf(trail),
    name: nameOf(seats, trail.seat),
    told: toldOf(trail),
  };
}

function builtIn({ steps }: Trail<View, Move>): number[] {
  return steps.flatMap(({ before, after, move }) =>
    addedBy(before, move) && after.end > before.end ? [before.end] : [],
  );
}

function wayOf({ steps }: Trail<View, Move>): Stand[] {
  return steps.flatMap(({ before, after }) => {
    if (before.train < 0 || after.train <= before.train) return [];
    const parts = (after.train - before.train) * PER_CARD;
    return Array.from({ length: parts + 1 }, (_, part) => trainAt(before, before.train + 0.5 + part / PER_CARD));
  });
}

/** What was done, taken and paid, without a subject. */
function toldOf(trail: Trail<View, Move>): string[] {
  const { steps } = trail;
  const [before, after] = [steps[0]!.before, steps.at(-1)!.after];
  const told: string[] = [];
  if (steps.some(({ move }) => move && "pass" in move)) told.push("passed");
  const built = builtIn(trail);
  if (built.length === 1) told.push(`built a ${nameOfCard(after.track[built[0]!]!)}`);
  else if (built.length) told.push(`built ${counted(built.length, "card")}`);
  const throws = steps.flatMap((step) => throwBetween(step.before, step.after, step.move) ?? []);
  if (throws.length)
    told.push(
      `rolled ${counted(
        throws.reduce((sum, { wheels }) => sum + wheels, 0),
        "wheel",
      )}`,
    );
  if (after.derailments > before.derailments) told.push("derailed");
  const taken = after.first - before.first;
  if (taken) told.push(`took ${counted(taken, "card")}`);
  const paired: string[] = [];
  for (const { move, before: then } of steps) {
    const laid = move && laidBy(move);
    if (laid?.combine) paired.push(`a ${cardOf(laid.kind).value}`);
    else if (move && "chaos" in move && then.shown < 0) told.push(`discarded a ${nameOfCard(laid!.kind)}`);
  }
  if (paired.length) told.push(`paired ${listed(paired)}`);
  return told;
}

/** More letters are a story, which the list of players tells. */
const LONGEST = 40;

/** Words for the table, from more to fewer: rather what a turn cost than how it began. */
export function captionsOf({ name, told }: Mark): string[] {
  return told.map((_, from) => `${name}: ${listed(told.slice(from))}`).filter((text) => text.length <= LONGEST);
}

// ---------------------------------------------------------------- a free spot

/** From one spot to the next that is tried, in pixels. */
const GRAIN = 8;
const EDGE = 6;

/** What words may not cover: the cards of the railway, the end of the line, and the train. */
export function coveredOnScreen(view: View, fit: Fit): Box[] {
  const size = CARD * fit.scale;
  const middles = [...placesOf(view).map((place) => middleOf(view, place)), endOf(view).at];
  const cards = middles.map((middle) => around(onScreen(fit, middle), { width: size, height: size }));
  if (view.train < 0) return cards;
  // the engine is larger than a card, and puffs above it
  const { x, y } = onScreen(fit, trainAt(view, view.train + 0.5));
  return [...cards, around({ x, y: y - size / 4 }, { width: 1.3 * size, height: 1.5 * size })];
}

/** The middle of a label of this size, as near to a point as it can be without covering anything; null if it cannot. */
export function freeSpot(size: Size, near: Point, room: Box, taken: Box[]): Point | null {
  const first = { x: room.x + EDGE + size.width / 2, y: room.y + EDGE + size.height / 2 };
  const last = { x: room.x + room.width - EDGE - size.width / 2, y: room.y + room.height - EDGE - size.height / 2 };
  let [found, shortest]: [Point | null, number] = [null, Infinity];
  for (let y = first.y; y <= last.y; y += GRAIN)
    for (let x = first.x; x <= last.x; x += GRAIN) {
      const distance = Math.hypot(x - near.x, y - near.y);
      if (distance >= shortest || taken.some((box) => overlap(around({ x, y }, size), box))) continue;
      [found, shortest] = [{ x, y }, distance];
    }
  return found;
}

export function around({ x, y }: Point, { width, height }: Size): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
