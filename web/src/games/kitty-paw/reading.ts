/**
 * Questions about a view of Kitty Paw, answered by looking at it and at the constants of the game. Nothing here decides
 * what may be done: the table does.
 */
import { PAGE, type Move, type View } from "./generated";
import type { SeatInfo } from "../../table/board";

export type { Move, View };
export type PieceName = (typeof PAGE.pieces)[number];
export type Breed = Exclude<PieceName, "hide">;
export type PlaceName = Extract<Move, { put: unknown }>["put"]["place"];
export type CellName = Extract<Move, { box_move: unknown }>["box_move"]["cell"];
export type CardName = Extract<Move, { take_card: unknown }>["take_card"]["card"];

/** A piece of a pattern: where its centre lies from the box card's, in doubled lattice coordinates. */
export interface Need {
  piece: number;
  q2: number;
  r2: number;
  side: number;
  rot: number;
}

export interface KittyCard {
  id: CardName;
  level: number;
  set: string;
  points: number;
  penalty: number;
  box: number;
  animal: number;
  pattern: readonly Need[];
}

export const PHASE = PAGE.phases;
export const CARDS: readonly KittyCard[] = PAGE.cards;
export const BOBTAIL = PAGE.bobtail;
export const HIDE = PAGE.hide;
export const IN_HAND = PAGE.in_hand;
export const NOWHERE = PAGE.nowhere;
export const NONE = -1;
export const BREEDS = PAGE.breeds.length;
export const PIECES = PAGE.pieces.length;
export const BOXES = PAGE.animals.length;
const AWAKE = 0;
export const ASLEEP = 1;
export const LEVELS = ["", "I", "II", "III"];

const COLOURS = ["red", "blue", "green", "ochre"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourOf(seat: number): Colour {
  return COLOURS[seat % COLOURS.length]!;
}

export function hasBit(bits: number, bit: number): boolean {
  return ((bits >> bit) & 1) === 1;
}

// ---------------------------------------------------------------- the table

export function seatsOf(view: View): number[] {
  return Array.from({ length: view.players }, (_, seat) => seat);
}

export function isOver(view: View): boolean {
  return view.phase === PHASE.finished;
}

/** Whether one player practises alone. */
export function isPractice(view: View): boolean {
  return view.players === 1;
}

export function isCalm(view: View): boolean {
  return view.calm === 1;
}

/** Whether a seat plays this round; in extra rounds only the tied do. */
export function plays(view: View, seat: number | null): seat is number {
  return seat !== null && hasBit(view.active, seat);
}

export function isReady(view: View, seat: number): boolean {
  return hasBit(view.ready, seat);
}

/** Whether a round is open, and a seat has not finished it. */
export function isBuilding(view: View, seat: number | null): boolean {
  return view.phase === PHASE.building && plays(view, seat) && !hasBit(view.done, seat);
}

/** Whether cards are looked at or taken, and nothing is built yet. */
export function isChoosing(view: View, viewer: number | null): boolean {
  if (view.phase < PHASE.gathering) return true;
  if (view.phase === PHASE.gathering || view.phase === PHASE.countdown) return true;
  return view.phase === PHASE.building && plays(view, viewer) && view.card[viewer]! < 0;
}

/** Whether the round is over and what came of it is shown. */
export function isSettled(view: View): boolean {
  return view.phase === PHASE.result || view.phase === PHASE.cleaning;
}

/** Who takes a card now in a calm round: everybody in turn, another one first each round; or nobody. */
export function takerInTurn(view: View): number {
  for (const step of seatsOf(view)) {
    const seat = (view.round - 1 + step) % view.players;
    if (view.card[seat]! < 0) return seat;
  }
  return NONE;
}

/** Cards still in the pile. */
export function pileSize(view: View): number {
  return view.where.filter((where) => where === PAGE.where.in_pile).length;
}

/** How many rounds a game may have; 0 where that is open. */
export function roundsOf(view: View): number {
  if (isCalm(view)) return view.calm_rounds;
  if (isPractice(view)) return PAGE.practice_rounds;
  return view.mixed ? CARDS.length / PAGE.row : (CARDS.length - BOXES) / PAGE.row;
}

/** "Round 3 of 10", "Extra round 1". */
export function roundInWords(view: View): string {
  if (view.extra) return `Extra round ${view.extra}`;
  return `Round ${Math.max(1, view.round)} of ${roundsOf(view)}`;
}

/** What a seat has scored: the numbers of its cards, in the order of the cards. */
export function scoredBy(view: View, seat: number): number[] {
  return CARDS.flatMap((card, number) => {
    if (view.where[number] === PAGE.where.scored + seat) return [card.points];
    return view.where[number] === PAGE.where.turned + seat ? [card.penalty] : [];
  });
}

/** All the time that was needed for the rounds of a game. */
export function timeOfAll(view: View): number {
  return view.times.reduce((sum, ms) => sum + Math.max(0, ms), 0);
}

// ---------------------------------------------------------------- pieces

/** A piece as it lies on a mat. */
export interface Lying {
  piece: number;
  place: number;
  side: number;
  rot: number;
}

export function cardOf(number: number): KittyCard | null {
  return CARDS[number] ?? null;
}

/** The card that a seat has taken this round. */
export function cardOfSeat(view: View, seat: number | null): KittyCard | null {
  return seat === null ? null : cardOf(view.card[seat] ?? NONE);
}

/** Whether the card of a seat lies with its penalty up. */
export function isTurned(view: View, seat: number): boolean {
  return view.where[view.card[seat] ?? NONE] === PAGE.where.turned + seat;
}

export function levelOf(view: View, seat: number): number {
  return cardOfSeat(view, seat)?.level ?? 0;
}

/** The piece in a seat's hand, or -1. */
export function inHand(view: View, seat: number | null): number {
  return seat === null ? NONE : (view.place[seat] ?? []).indexOf(IN_HAND);
}

/** What lies on a mat, the ground first, then what lies on top. */
export function lyingOn(view: View, seat: number): Lying[] {
  return (view.place[seat] ?? [])
    .map((place, piece) => ({ piece, place, side: view.side[seat]![piece]!, rot: view.rot[seat]![piece]! }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => Number(isBorder(one.place)) - Number(isBorder(other.place)));
}

/** Whether a place is the border of two cells. */
export function isBorder(place: number): boolean {
  return place >= PAGE.cells;
}

export function placeName(place: number): PlaceName {
  return PAGE.places[place]!.name as PlaceName;
}

export function placeNamed(name: string): number {
  return PAGE.places.findIndex((place) => place.name === name);
}

export function pieceNamed(name: PieceName): number {
  return PAGE.pieces.indexOf(name);
}

export function pieceName(piece: number): PieceName {
  return PAGE.pieces[piece]!;
}

export function breedName(piece: number): Breed {
  return PAGE.pieces[piece] as Breed;
}

/** Who has the card of a box, or -1. */
export function holderOf(view: View, box: number): number {
  return view.hide_slot.indexOf(box);
}

/** Who looks under a box, or -1. */
export function lookerAt(view: View, box: number): number {
  return view.peeking.indexOf(box);
}

/** The animal under a box as far as a seat knows: seen by the seat itself, or shown to all; or -1. */
export function knownUnder(view: View, viewer: number | null, box: number): number {
  const seen = viewer === null ? NONE : (view.known[viewer]?.[box] ?? NONE);
  return seen >= 0 ? seen : (view.shown[box] ?? NONE);
}

/** The animal that a seat is looking at; -1 while it does not, or while the box is being lifted. */
export function animalInSight(view: View, seat: number | null): number {
  if (seat === null) return NONE;
  const box = view.peeking[seat] ?? NONE;
  return box < 0 ? NONE : (view.known[seat]?.[box] ?? NONE);
}

// ---------------------------------------------------------------- words

export function nameOf(seats: SeatInfo[], seat: number): string {
  return seats.find((info) => info.seat === seat)?.name ?? PAGE.seats[seat] ?? "";
}

export function breedInWords(piece: number): string {
  return PAGE.breeds[piece]?.name ?? "hide-and-seek card";
}

export function animalInWords(animal: number): string {
  return PAGE.animals[animal]?.name ?? "animal";
}

/** A piece of a seat by its name: "Bombay", "Manx". */
export function pieceInWords(view: View, seat: number, piece: number): string {
  return piece === HIDE ? animalInWords(view.hide[seat]!) : breedInWords(piece);
}

export function sideInWords(side: number): string {
  return side === AWAKE ? "awake" : "asleep";
}

/** "−1", "6". */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

export function counted(number: number, noun: string): string {
  return `${signed(number)} ${noun}${Math.abs(number) === 1 ? "" : "s"}`;
}

/** Milliseconds as seconds: "0.62 s". */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Milliseconds as a clock shows them: "0:47". */
export function clock(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

/** "A", "A and B", "A, B and C". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
