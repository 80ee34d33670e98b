/** A table for tests: three builders, nine empty cities, the turn of seat 0, and whatever a test changes. */
import { CARDS, CITIES, PAIRS, PHASE, cardNamed, cityNamed, type View } from "./reading";

const SEATS = 5;
const LEVELS = 8;
const HAND = 3;

const each = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

export function table(fields: Partial<View> = {}): View {
  return {
    seats: 3,
    cities: 9,
    draw_before_move: 0,
    open_piles: 0,
    messengers: 0,
    late_messengers_count: 0,
    deck: 0,
    deck_size: 30,
    face_up: CITIES.map(() => -1),
    hand: each(SEATS, () => each(HAND, () => -1)),
    hand_size: each(SEATS, () => HAND),
    top: each(SEATS, () => -1),
    pile_size: each(SEATS, () => 0),
    known: each(SEATS, () => CARDS.map(() => -1)),
    portraits: each(SEATS, () => [0, 0, 0]),
    open_pile: CARDS.map(() => -1),
    open_portraits: each(SEATS, () => [0, 0, 0]),
    floor: CITIES.map(() => each(2, () => each(LEVELS, () => -1))),
    height: CITIES.map(() => [0, 0]),
    winner: CITIES.map(() => [-1, -1]),
    prestige: each(SEATS, () => 0),
    towers: each(SEATS, () => 0),
    messenger: PAIRS.map(() => 0),
    beside: CITIES.map(() => 0),
    messengers_left: each(SEATS, () => 0),
    counted: CITIES.map(() => -1),
    bonus: each(SEATS, () => 0),
    penalised: -1,
    phase: PHASE.planning,
    acting: 0,
    turn: 0,
    turns: 0,
    built: -1,
    place: -1,
    plan_step: each(SEATS, () => 0),
    plan_card: each(SEATS, () => -1),
    plan_sites: each(SEATS, () => [-1, -1]),
    plan_floors: each(SEATS, () => 0),
    plan_move: each(SEATS, () => -1),
    ...fields,
  };
}

/** Build the towers of a city, given from the ground up with a letter for each colour: B, W, R, Y, U. */
export function build(view: View, city: string, one: string, other: string): View {
  const at = cityNamed(city);
  [one, other].forEach((letters, site) => {
    [...letters].forEach((letter, level) => (view.floor[at]![site]![level] = "BWRYU".indexOf(letter)));
    view.height[at]![site] = letters.length;
  });
  return view;
}

/** Let seat 0 plan to play a card, with floors on the sites given. */
export function plan(view: View, card: string, ...sites: number[]): View {
  view.plan_card[0] = cardNamed(card);
  view.plan_floors[0] = sites.length;
  view.plan_sites[0] = [sites[0] ?? -1, sites[1] ?? -1];
  return view;
}
