/**
 * What can be read off Patrician's table, in the words of the page. Towers are counted as people count them who look at
 * the board; what may be done is never worked out here, it comes with the choices.
 */
import { PAGE, type Move, type View } from "./generated";
import type { SeatInfo } from "../../table/board";

export type { Move, View };

export const NONE = -1;
export const SITES = [0, 1] as const;
export const PHASE = PAGE.phases;
export const STEP = PAGE.steps;

export interface City {
  id: string;
  name: string;
  limit: number;
  high: number;
  low: number;
  x: number;
  y: number;
  colour: string;
}

export interface Card {
  id: string;
  name: string;
  city: number;
  crests: number;
  symbol: string;
  person: number;
  heads: number;
  star: boolean;
}

export interface Pair {
  id: string;
  a: number;
  b: number;
}

export const CITIES: readonly City[] = PAGE.cities;
export const CARDS: readonly Card[] = PAGE.cards;
export const PAIRS: readonly Pair[] = PAGE.pairs;
export const PERSONS: readonly string[] = PAGE.persons;
const COLOURS: readonly { id: string }[] = PAGE.colours;

/** A floor as it is drawn: whose, and whether it is only planned. */
export interface Floor {
  seat: number;
  planned: boolean;
}

export type Tower = readonly Floor[];

// ---------------------------------------------------------------- seats

export function seatsOf(view: View): number[] {
  return Array.from({ length: view.seats }, (_, seat) => seat);
}

export function colourOf(seat: number): string {
  return COLOURS[seat]?.id ?? "black";
}

export function seatClass(seat: number): string {
  return `tower-${colourOf(seat)}`;
}

export function nameOf(seats: SeatInfo[], seat: number): string {
  return seats[seat]?.name ?? "Somebody";
}

export function isOver(view: View): boolean {
  return view.phase === PHASE.finished;
}

export function isSetUp(view: View): boolean {
  return view.phase < PHASE.planning;
}

// ---------------------------------------------------------------- cards

export function cardNamed(id: string): number {
  return CARDS.findIndex((card) => card.id === id);
}

/** The card that a move plays; -1 if it plays none. */
export function cardIn(move: Move | null): number {
  return move && "play" in move ? cardNamed(move.play.card) : NONE;
}

export function cityNamed(id: string): number {
  return CITIES.findIndex((city) => city.id === id);
}

export function pairNamed(id: string): number {
  return PAIRS.findIndex((pair) => pair.id === id);
}

/** Three letters for a city, as on the small cards. */
export function codeOf(city: number): string {
  return CITIES[city]?.name.slice(0, 3).toUpperCase() ?? "";
}

/** The cards in a hand that can be seen. The card that is planned to be played stays among them until it is shown. */
export function handOf(view: View, seat: number): number[] {
  return (view.hand[seat] ?? []).filter((card) => card >= 0);
}

/** The cards of a pile that the viewer may look at: the own one, and open ones. */
export function pileOf(view: View, seat: number, viewer: number | null): number[] {
  const all = CARDS.map((_, card) => card);
  const open = all.filter((card) => view.open_pile[card] === seat);
  if (open.length || seat !== viewer) return open;
  return all.filter((card) => view.known[seat]?.[card] === PAGE.known.pile + seat);
}

/** Portraits in a pile by person; null where the viewer may not count them. */
export function portraitsOf(view: View, seat: number, viewer: number | null): number[] | null {
  if (view.open_piles === 1 || view.phase > PHASE.showing_piles) return view.open_portraits[seat] ?? null;
  return seat === viewer ? (view.portraits[seat] ?? null) : null;
}

export function setsIn(portraits: readonly number[]): number {
  return portraits.reduce((sets, heads) => sets + Math.floor(heads / PAGE.set), 0);
}

export function turnsOf(view: View): number {
  return PAGE.cards_for[view.seats] ?? 0;
}

// ---------------------------------------------------------------- towers

export function limitOf(city: number): number {
  return CITIES[city]?.limit ?? 0;
}

export function isScored(view: View, city: number): boolean {
  return (view.winner[city]?.[0] ?? NONE) >= 0;
}

/** The plan of whoever is on turn, where the viewer may know of it. */
export function plannerOf(view: View): number {
  const seat = view.turn;
  return view.phase === PHASE.planning && (view.plan_card[seat] ?? NONE) >= 0 ? seat : NONE;
}

/** The two towers of a city with what is planned there. */
export function towersOf(view: View, city: number): [Tower, Tower] {
  const towers = SITES.map((site) => standing(view, city, site));
  const planner = plannerOf(view);
  if (planner !== NONE) {
    if (CARDS[view.plan_card[planner]!]?.city === city)
      for (const site of view.plan_sites[planner]!.slice(0, view.plan_floors[planner]))
        towers[site]?.push({ seat: planner, planned: true });
    const spot = view.plan_move[planner]!;
    if (spot >= 0 && Math.floor(spot / 2) === city) shift(towers, spot % 2);
  }
  return [towers[0]!, towers[1]!];
}

function standing(view: View, city: number, site: number): Floor[] {
  const owners = view.floor[city]?.[site]?.slice(0, view.height[city]?.[site]) ?? [];
  return owners.map((seat) => ({ seat, planned: false }));
}

function shift(towers: Floor[][], from: number): void {
  const top = towers[from]?.pop();
  if (top) towers[1 - from]?.push({ ...top, planned: true });
}

export function withFloors(tower: Tower, seat: number, floors: number): Tower {
  return [...tower, ...Array.from({ length: floors }, () => ({ seat, planned: true }))];
}

export function countOf(tower: Tower, seat: number): number {
  return tower.filter((floor) => floor.seat === seat).length;
}

/** Whose flag flies on a tower: most floors, and among equals the highest one. */
export function leaderOf(tower: Tower): number {
  const fromTop = tower.toReversed().map(({ seat }) => seat);
  const most = Math.max(0, ...fromTop.map((seat) => countOf(tower, seat)));
  return fromTop.find((seat) => countOf(tower, seat) === most) ?? NONE;
}

/** What a tower pays or would pay as the two of them stand; null while they are equally tall. */
export function tokenOf(city: number, towers: readonly [Tower, Tower], site: number): number | null {
  const [own, other] = [towers[site]!.length, towers[1 - site]!.length];
  if (own === other) return null;
  return own > other ? CITIES[city]!.high : CITIES[city]!.low;
}

/** A token that was won. */
export interface Won {
  metal: "gold" | "silver";
  value: number;
}

/** The city tokens of a seat, the best first. */
export function tokensOf(view: View, seat: number): Won[] {
  const won = CITIES.flatMap(({ high, low }, city) =>
    SITES.filter((site) => view.winner[city]?.[site] === seat).map((site): Won => {
      const isTall = view.height[city]![site]! > view.height[city]![1 - site]!;
      return { metal: isTall ? "gold" : "silver", value: isTall ? high : low };
    }),
  );
  return won.sort((one, other) => other.value - one.value);
}

/** What a seat has won, in words. */
export function wonInWords(view: View, seat: number): string {
  const won = tokensOf(view, seat).map(({ value }) => value);
  const bonus = view.bonus[seat] ?? 0;
  const parts = [
    won.length ? `won ${won.join(", ")}` : "no tower won yet",
    bonus ? counted(bonus, `${PAGE.bonus}-point token`) : "",
    view.penalised === seat ? `the ${PAGE.penalty} token` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

// ---------------------------------------------------------------- The Messengers

export function pairsOf(view: View): number[] {
  return PAIRS.map((_, pair) => pair).slice(0, PAGE.pairs_for[view.seats]);
}

export function bonusLeft(view: View): number {
  return PAGE.bonus_tokens - view.bonus.reduce((sum, tokens) => sum + tokens, 0);
}

/** What the messengers beside a city add to each tower, or have added. */
export function extraOf(view: View, city: number): number {
  return PAGE.bonus * (isScored(view, city) ? Math.max(0, view.counted[city]!) : (view.beside[city] ?? 0));
}

// ---------------------------------------------------------------- words

export function counted(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number || "no"} ${thing}s`;
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
