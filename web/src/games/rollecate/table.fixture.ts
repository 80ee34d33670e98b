/** A table for tests: seat 0 of two acts on a line of four straight cards, and whatever a test changes. */
import { PAGE } from "./generated";
import { bendAt, direction, quarterTurns } from "./geometry";
import { NONE, PHASE, kindNamed, type Bend, type View } from "./reading";

function filled(length: number, value: number): number[] {
  return Array<number>(length).fill(value);
}

export function table(fields: Partial<View> = {}): View {
  const view: View = {
    seats: 2,
    players: 2,
    mode: PAGE.modes.table,
    auto_setup: 0,
    human_bends: 0,
    starter: 0,
    deck: filled(20, 0),
    deck_size: 30,
    removed: filled(20, 0),
    removed_size: 11,
    hand: Array.from({ length: 4 }, () => filled(20, 0)),
    hand_size: [0, 0, 0, 0],
    track: filled(50, NONE),
    x: filled(50, 0),
    y: filled(50, 0),
    bend: filled(50, NONE),
    heading: filled(50, 0),
    first: 0,
    end: 0,
    train: 2,
    derailments: 0,
    shown: NONE,
    aside: filled(4, 0),
    taken: filled(20, 0),
    taken_size: 0,
    combined: filled(20, 0),
    unbuilt: filled(20, 0),
    pile: Array.from({ length: 4 }, () => filled(55, NONE)),
    pile_size: [0, 0, 0, 0],
    phase: PHASE.acting,
    acting: 0,
    turn: 0,
    turns: [4, 3, 0, 0],
    value: 0,
    built: 0,
    dice: 0,
    wheels: 0,
    due: 0,
    lost: 0,
    ...fields,
  };
  return "track" in fields ? view : laid(view, "1 straight", "2 straight", "2 straight", "3 straight");
}

/** A view with cards added at the end of the line; a curve says where it goes: "3 curve left". */
export function laid(view: View, ...cards: string[]): View {
  return cards.reduce(add, view);
}

function add(view: View, card: string): View {
  const bend = (["left", "right"].find((way) => card.endsWith(way)) ?? "straight") as Bend;
  const kind = kindNamed(card.replace(/ (left|right)$/, ""));
  const { end } = view;
  const entered = end > 0 ? view.heading[end - 1]! : 0;
  const step = direction(entered);
  const number = [0, 1, 2].find((each) => bendAt(each) === bend)!;
  const at = (numbers: number[], value: number) => numbers.map((old, index) => (index === end ? value : old));
  return {
    ...view,
    track: at(view.track, kind),
    x: at(view.x, end > 0 ? view.x[end - 1]! + step.x : 0),
    y: at(view.y, end > 0 ? view.y[end - 1]! - step.y : 0),
    bend: at(view.bend, number),
    heading: at(view.heading, (entered + quarterTurns(number)) % 4),
    end: end + 1,
  };
}

/** A table without a card on it. */
export function bare(fields: Partial<View> = {}): View {
  return table({ track: filled(50, NONE), ...fields });
}

/** A view with a discard pile, the first card laid first. */
export function withPile(view: View, seat: number, ...cards: string[]): View {
  const pile = view.pile.map((old, index) =>
    index === seat ? [...cards.map(kindNamed), ...filled(55 - cards.length, NONE)] : old,
  );
  return { ...view, pile, pile_size: view.pile_size.map((old, index) => (index === seat ? cards.length : old)) };
}
