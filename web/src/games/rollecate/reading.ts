/**
 * Questions about a view of Rollecate, answered by looking at it and at the constants of the game. Nothing here decides
 * what may be done: that comes with the choices.
 */
import { PAGE, type Move, type View } from "./generated";
import type { SeatInfo } from "../../table/board";

export type { Move, View };
export type Bend = (typeof PAGE.bends)[number];
export type CardName = Extract<Move, { draw: unknown }>["draw"]["card"];
export type TrackName = Extract<Move, { build: unknown }>["build"]["card"];

/** A kind of card, as views number it. */
export interface Card {
  name: string;
  value: number;
  kind: "track" | "broken" | "chaos";
  curve: boolean;
  count: number;
}

export const PHASE = PAGE.phases;
export const MODE = PAGE.modes;
export const CARDS: readonly Card[] = PAGE.cards;
export const NONE = -1;

const COLOURS = ["red", "blue", "green", "plum"] as const;
export type Colour = (typeof COLOURS)[number];

/** All seats of this game. */
export function seatsOf(view: View): number[] {
  return Array.from({ length: view.seats }, (_, seat) => seat);
}

/** Betsy sits behind the one human of her game. */
export function isBetsy(view: View, seat: number): boolean {
  return view.mode === MODE.betsy && seat === PAGE.betsy;
}

/** Whether one player is alone at the table. */
export function isAlone(view: View): boolean {
  return view.mode === MODE.solo || view.mode === MODE.solo_hard;
}

export function colourOf(seat: number): Colour {
  return COLOURS[seat % COLOURS.length]!;
}

export function isOver(view: View): boolean {
  return view.phase === PHASE.finished;
}

/** Whether the first turn has not begun. */
export function isSetUp(view: View): boolean {
  return view.phase < PHASE.drawing;
}

export function cardOf(kind: number): Card {
  return CARDS[kind] ?? CARDS[0]!;
}

/** The number of the kind that moves call by a name. */
export function kindNamed(name: string): number {
  return CARDS.findIndex((card) => card.name === name);
}

export function chaosOf(value: number): number {
  return PAGE.tracks + value - 1;
}

/** A kind as the rules say it: "straight 2", "curved 3", "broken 1", "chaos 4". */
export function nameOfCard(kind: number): string {
  const { value, kind: what, curve } = cardOf(kind);
  if (what === "chaos") return `chaos ${value}`;
  if (what === "broken") return `${curve ? "broken curved" : "broken"} ${value}`;
  return `${curve ? "curved" : "straight"} ${value}`;
}

/** Equal cards that lie together. */
export interface Bunch {
  kind: number;
  count: number;
}

/** Cards counted by kind, as a hand is held: by value, tracks before chaos. */
export function bunchesOf(counts: readonly number[]): Bunch[] {
  return counts
    .flatMap((count, kind) => (count > 0 ? [{ kind, count }] : []))
    .sort((one, other) => rankOf(one.kind) - rankOf(other.kind));
}

function rankOf(kind: number): number {
  const { value, kind: what } = cardOf(kind);
  return what === "chaos" ? 1000 + kind : 100 * value + kind;
}

/** The cards of a discard pile, the first one laid first. */
export function pileOf(view: View, seat: number): number[] {
  return (view.pile[seat] ?? []).slice(0, view.pile_size[seat] ?? 0);
}

export function topOf(view: View, seat: number): number {
  return pileOf(view, seat).at(-1) ?? NONE;
}

/** The value of the top card of a pile; 0 if there is none. */
export function topValue(view: View, seat: number): number {
  const top = topOf(view, seat);
  return top === NONE ? 0 : cardOf(top).value;
}

export function sumOf(kinds: readonly number[]): number {
  return kinds.reduce((sum, kind) => sum + cardOf(kind).value, 0);
}

/** Places of the railway from the first card to the last. */
export function placesOf(view: View): number[] {
  return Array.from({ length: Math.max(0, view.end - view.first) }, (_, index) => view.first + index);
}

/** Cards between the train and the end of the railway. */
export function cardsAhead(view: View): number {
  return view.train < 0 ? 0 : view.end - 1 - view.train;
}

/** Cards between the start of the railway and the train. */
export function cardsBehind(view: View): number {
  return view.train < 0 ? 0 : view.train - view.first;
}

export function isBrokenAt(view: View, place: number): boolean {
  return cardOf(view.track[place] ?? 0).kind === "broken";
}

/** The value of the last card of the railway; 0 while none lies. */
export function lastValue(view: View): number {
  return view.end > 0 ? cardOf(view.track[view.end - 1]!).value : 0;
}

/** The values that may follow the last card. */
export function fittingValues(view: View): number[] {
  return [1, 2, 3, 4].filter((value) => Math.abs(value - lastValue(view)) !== PAGE.forbidden_difference);
}

/** Dice of this turn: how many lie thrown, how many of them show a wheel, how many are still in the hand. */
export interface Roll {
  thrown: number;
  wheels: number;
  waiting: number;
}

export function rollOf(view: View): Roll {
  const all = isBetsy(view, view.turn) ? 0 : view.value * view.built;
  if (view.phase === PHASE.building || all === 0) return { thrown: 0, wheels: 0, waiting: all };
  return { thrown: all - view.dice, wheels: view.wheels, waiting: view.dice };
}

/** Which turn of the whole game this is, and how many there are in all. */
export function turnCount(view: View): { turn: number; all: number } {
  const turn = view.turns.reduce((sum, turns) => sum + turns, 0);
  return { turn, all: turn + view.deck_size };
}

/** What to call whoever sits there. */
export function nameOf(seats: SeatInfo[], seat: number): string {
  return seats.find((info) => info.seat === seat)?.name ?? "";
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function diceInWords(number: number): string {
  return number === 1 ? "1 die" : `${number} dice`;
}

/** "A", "A and B", "A, B and C". */
export function listed(words: readonly (string | number)[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
