/**
 * Questions about a view of Cat Cab, answered by looking at it and at the constants of the game. Nothing here decides
 * what may be done: that comes with the choices.
 */
import { PAGE, type Move, type View } from "./generated";
import { counted } from "../../lobby/words";

export type { Move, View };
export type Colour = (typeof PAGE.colours)[number];
export type Direction = (typeof PAGE.directions)[number];
export type Kind = "plain" | "nibbles" | "patrol";
export type Effect = { effect: string; amount: number };

export const PHASE = PAGE.phases;
export const { start: START, left: LEFT, out: OUT, squares: SQUARES } = PAGE;
export const NOWHERE = -1;

const KINDS: readonly (readonly Kind[])[] = PAGE.kinds;
const COLOURS: readonly Colour[] = PAGE.colours;
const FACES: readonly Effect[] = PAGE.faces;
const FIRST_TURN_DICE: readonly (readonly number[])[] = PAGE.first_turn_dice;

/** All seats of this game. */
export function seatsOf(view: View): number[] {
  return Array.from({ length: view.seats }, (_, seat) => seat);
}

/** The seat whose turn it is; -1 while the turn order is not known. */
export function active(view: View): number {
  return view.order[view.turn] ?? NOWHERE;
}

export function colourOf(view: View, seat: number): Colour {
  return COLOURS[view.colour[seat] ?? 0] ?? COLOURS[0]!;
}

/** Crazy cat sits behind the one human of a solo game. */
export function isCrazy(view: View, seat: number): boolean {
  return view.solo === 1 && seat === 1;
}

export function isOver(view: View): boolean {
  return view.phase === PHASE.finished;
}

export function isOnGrid(place: number): boolean {
  return place >= 0 && place < SQUARES;
}

export function kindAt(view: View, square: number): Kind {
  return KINDS[view.side]?.[square] ?? "plain";
}

/** Whether a special square does nothing: a passenger waits there, or has waited where that is for good. */
export function isQuiet(view: View, square: number): boolean {
  return square === view.passenger || isOutOfPlay(view, square);
}

/** Whether a special square does nothing for the rest of the game; they are numbered in the order of the squares. */
export function isOutOfPlay(view: View, square: number): boolean {
  const kinds = KINDS[view.side] ?? [];
  const number = kinds.slice(0, square).filter((kind) => kind !== "plain").length;
  return kindAt(view, square) !== "plain" && view.quiet[number] === 1;
}

/** Seats whose cabs stand at a place, in the order of seats. */
export function cabsAt(view: View, place: number): number[] {
  return seatsOf(view).filter((seat) => view.place[seat] === place);
}

export function isRushHour(view: View): boolean {
  return view.rush.some((turns) => turns > 0);
}

/** Who picked a passenger up between two views: mostly the one on turn, but a pushed cab may land on one too. */
export function collectorOf(before: View, after: View): number {
  const finder = seatsOf(after).find((seat) => after.held[seat]! > before.held[seat]!);
  return finder ?? active(before);
}

/** The numbers in a set of bits, ascending. */
export function bits(set: number): number[] {
  const found = [];
  for (let bit = 0; set >> bit; bit++) if ((set >> bit) & 1) found.push(bit);
  return found;
}

/** A die by its number among the turn dice. */
export interface DieKind {
  number: number;
  name: (typeof PAGE.dice)[number];
  colour: Colour | "white";
  sides: 6 | 8;
}

export const DICE: readonly DieKind[] = PAGE.dice.map((name, number) => ({
  number,
  name,
  colour: number < PAGE.first_coloured ? "white" : COLOURS[(number - PAGE.first_coloured) % COLOURS.length]!,
  sides: number < PAGE.first_eight_sided ? 6 : 8,
}));

/** The coloured dice that a seat holds. */
export function diceOf(view: View, seat: number): DieKind[] {
  return DICE.slice(PAGE.first_coloured).filter((_, index) => view.holder[index] === seat);
}

/** The dice that wait in the cup of the one whose turn begins. */
export function diceToRoll(view: View): DieKind[] {
  const seat = active(view);
  const firstTurn = view.turns[seat] === 0;
  const white = firstTurn ? (FIRST_TURN_DICE[view.seats]?.[view.turn] ?? 0) : PAGE.white_dice;
  return [...DICE.slice(0, white), ...diceOf(view, seat)];
}

/** What a face of a turn die gives. */
export function effectOf(face: number): Effect | null {
  return FACES[face - 1] ?? null;
}

/** What a face of a turn die gives, in a word or two. */
export function faceInWords(face: number): string {
  const effect = effectOf(face);
  if (!effect) return "";
  return effect.effect === "move" ? spacesInWords(effect.amount) : effect.effect;
}

/** What the dice give as they lie: spaces by source, item rolls, curses for a rival. */
export interface Yield {
  spaces: number;
  items: number;
  sabotage: number;
}

export function yieldOf(view: View): Yield {
  const given = { spaces: 0, items: 0, sabotage: 0 };
  for (const die of bits(view.pool)) {
    const effect = effectOf(view.face[die] ?? 0);
    if (effect?.effect === "move") given.spaces += effect.amount;
    if (effect?.effect === "item") given.items += 1;
    if (effect?.effect === "sabotage") given.sabotage += effect.amount;
  }
  given.items = Math.min(given.items, PAGE.max_items);
  return given;
}

/** Points for leaving that the next one out will score; null when all have been taken. */
export function nextLeavingPoints(view: View): number | null {
  const gone = view.departure.filter((rank) => rank > 0).length;
  return PAGE.leaving_points[gone] ?? null;
}

/** A square as players write it: (3, 6). */
export function squareName(square: number): string {
  return `(${(square % PAGE.columns) + 1}, ${Math.floor(square / PAGE.columns) + 1})`;
}

export function placeName(place: number): string {
  if (place === START) return "the start area";
  if (place === LEFT) return "out of the city";
  if (place === OUT) return "out of the game";
  return squareName(place);
}

export function spacesInWords(number: number): string {
  return counted(number, "space", "spaces");
}

export function cursesInWords(number: number): string {
  return counted(number, "curse", "curses");
}
