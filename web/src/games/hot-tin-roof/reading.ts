/**
 * Questions about a view of Hot Tin Roof, answered by looking at it and at the constants of the game. Nothing here decides
 * what may be done: that comes with the choices.
 */
import { PAGE, type Move, type View } from "./generated";
import { counted } from "../../lobby/words";

export type { Move, View };
export type Colour = (typeof PAGE.colours)[number];
export type Shape = (typeof PAGE.shapes)[number];

export interface Rooftop {
  letter: string;
  name: string;
  x: number;
  y: number;
}
export interface Gap {
  id: string;
  a: number;
  b: number;
}
/** A gap in one direction. */
export interface Way {
  id: string;
  from: number;
  to: number;
  gap: number;
}
/** A cat by its owner, its shape, and which of the pair it is. */
export interface Cat {
  seat: number;
  shape: number;
  which: number;
}

export const PHASE = PAGE.phases;
export const ROOFTOPS: readonly Rooftop[] = PAGE.rooftops;
export const GAPS: readonly Gap[] = PAGE.gaps;
export const WAYS: readonly Way[] = PAGE.ways;
export const TILES: readonly { id: string; homes: readonly number[] }[] = PAGE.tiles;
export const DUMPSTERS: readonly { id: string; kind: string; x: number; y: number }[] = PAGE.dumpsters;
export const SHAPES: readonly Shape[] = PAGE.shapes;
export const COLOURS: readonly Colour[] = PAGE.colours;
export const NOWHERE = -1;

const PAIR = [0, 1] as const;

export function seatsOf(view: View): number[] {
  return Array.from({ length: view.seats }, (_, seat) => seat);
}

/** Seats are colours. */
export function colourOf(seat: number): Colour {
  return COLOURS[seat] ?? COLOURS[0]!;
}

export function seatClass(seat: number): string {
  return `roof-${colourOf(seat)}`;
}

export function isOver(view: View): boolean {
  return view.phase === PHASE.finished;
}

/** Whether it has been settled whose turn it is. */
export function hasBegun(view: View): boolean {
  return view.phase !== PHASE.first_tiles && view.phase !== PHASE.first_player;
}

/** Whether the cats of whoever is on turn walk now. */
export function isWalking(view: View): boolean {
  return view.phase === PHASE.racing || view.phase === PHASE.joining;
}

/** The rooftop of a cat; -1 in reserve. */
export function roofOf(view: View, { seat, shape, which }: Cat): number {
  return view.cat[seat]?.[shape]?.[which] ?? NOWHERE;
}

export function isOut(view: View, seat: number, shape: number): boolean {
  return roofOf(view, { seat, shape, which: 0 }) !== NOWHERE;
}

/** Every cat on the board, by owner and shape. */
export function catsOut(view: View): Cat[] {
  return seatsOf(view).flatMap((seat) =>
    SHAPES.flatMap((_, shape) => PAIR.map((which) => ({ seat, shape, which }))).filter(
      (cat) => roofOf(view, cat) !== NOWHERE,
    ),
  );
}

/** The cats on a rooftop in the order in which they stand there. */
export function catsOn(view: View, rooftop: number): Cat[] {
  return catsOut(view).filter((cat) => roofOf(view, cat) === rooftop);
}

export function isSameCat(one: Cat | null, other: Cat | null): boolean {
  return !!one && !!other && one.seat === other.seat && one.shape === other.shape && one.which === other.which;
}

export function partnerOf(cat: Cat): Cat {
  return { ...cat, which: 1 - cat.which };
}

/** All food of a seat, in cans. */
export function foodOf(view: View, seat: number): number {
  return view.cans[seat]! + PAGE.fish_value * view.fish[seat]!;
}

export function isDeluxe(view: View, gap: number): boolean {
  const owner = view.catwalk[gap] ?? NOWHERE;
  return owner !== NOWHERE && view.deluxe_at[owner] === gap;
}

/** Whether everybody has earned a fish, which opens deluxe catwalks. */
export function isUnlocked(view: View): boolean {
  return view.deluxe === 1 && seatsOf(view).every((seat) => view.earned[seat]! > 0);
}

/** The two homes of the tile at a dumpster; none at those without a tile. */
export function homesAt(view: View, dumpster: number): readonly number[] {
  return TILES[view.tile[dumpster] ?? NOWHERE]?.homes ?? [];
}

export function tilesUsed(view: View): number {
  return view.tile_user.filter((user) => user >= 0).length;
}

export function tilesLeft(view: View): number {
  return TILES.length - tilesUsed(view) - view.tile.filter((tile) => tile >= 0).length;
}

/** A rooftop by its family: the Oscars. */
export function homeName(rooftop: number): string {
  return `the ${ROOFTOPS[rooftop]?.name ?? ""}`;
}

export function gapName(gap: number): string {
  const { a, b } = GAPS[gap]!;
  return `between ${homeName(a)} and ${homeName(b)}`;
}

export function roofNamed(letter: string): number {
  return ROOFTOPS.findIndex((rooftop) => rooftop.letter === letter);
}

export function gapNamed(id: string): number {
  return GAPS.findIndex((gap) => gap.id === id);
}

export function wayNamed(id: string): Way {
  return WAYS.find((way) => way.id === id)!;
}

export function cansInWords(number: number): string {
  return counted(number, "can", "cans");
}

/** What something costs: "for 2 cans", "for free". */
export function priceOf(cans: number): string {
  return cans ? `for ${cansInWords(cans)}` : "for free";
}
