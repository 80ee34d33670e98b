/**
 * Where a cab could come to rest with the dice that are kept, for marks on the map while somebody decides whether to stop.
 * Luck is left out: items, squares and fights come after the drive. Nothing here decides what may be played.
 */
import { PAGE } from "./generated";
import { gateSquare, wayAhead } from "./geometry";
import { LEFT, START, effectOf, isOnGrid, type Direction, type View } from "./reading";

/** Sources of movement: so many of one space, so many of two. */
export interface Sources {
  ones: number;
  twos: number;
}

/** What dice give to drive, curses not taken off. */
export function sourcesOf(view: View, dice: number[]): Sources {
  const given = { ones: 0, twos: 0 };
  for (const die of dice) {
    const effect = effectOf(view.face[die] ?? 0);
    if (effect?.effect !== "move") continue;
    if (effect.amount === 1) given.ones++;
    else given.twos++;
  }
  return given;
}

/** Every place where a seat's cab may end its drive: squares, LEFT where it can leave, START where it is driven back. */
export function reachOf(view: View, seat: number, given: Sources): Set<number> {
  const from = view.place[seat] ?? START;
  const left = given.ones + 2 * given.twos - (view.curses[seat] ?? 0);
  if (from !== START && !isOnGrid(from)) return new Set();
  if (left <= 0) return backFrom(view, from, -left);
  const ends = new Set<number>();
  const seen = new Set<string>();
  for (const sources of afterCurses(given, left)) drive(view, from, sources, seen, ends);
  return ends;
}

/** What can be left once curses are taken off: a source of two may lose one space and stays one of one. */
function afterCurses({ ones, twos }: Sources, left: number): Sources[] {
  return Array.from({ length: twos + 1 }, (_, kept) => ({ twos: kept, ones: left - 2 * kept })).filter(
    (sources) => sources.ones >= 0 && sources.ones <= ones + twos - sources.twos,
  );
}

function drive(view: View, place: number, { ones, twos }: Sources, seen: Set<string>, ends: Set<number>): void {
  const key = `${place} ${ones} ${twos}`;
  if (seen.has(key)) return;
  seen.add(key);
  if (place === LEFT || ones + twos === 0) {
    ends.add(place);
    return;
  }
  for (const direction of waysFrom(view, place)) {
    if (ones) go(1, { ones: ones - 1, twos }, direction);
    if (twos) go(2, { ones, twos: twos - 1 }, direction);
  }

  function go(spaces: number, rest: Sources, direction: Direction): void {
    const way = wayAhead(view, place, direction, spaces);
    const end = way.at(-1)!;
    if (way.length > spaces || end === LEFT) drive(view, end, rest, seen, ends);
  }
}

/** From the start area there is one way, through the gate. */
function waysFrom(view: View, place: number): readonly Direction[] {
  if (place !== START) return PAGE.directions;
  return [PAGE.gates[view.entry]?.outward === "up" ? "down" : "up"];
}

/** Where a cab may stand after going back: every step shortens the way to the start area. */
function backFrom(view: View, from: number, spaces: number): Set<number> {
  let ends = new Set([from]);
  for (let space = 0; space < spaces; space++) ends = new Set([...ends].flatMap((place) => stepsBack(view, place)));
  return ends;
}

function stepsBack(view: View, place: number): number[] {
  const gate = gateSquare(view.entry);
  if (place === START || place === gate) return [START];
  const across = (gate % PAGE.columns) - (place % PAGE.columns);
  const rows = Math.floor(gate / PAGE.columns) - Math.floor(place / PAGE.columns);
  return [...(across ? [place + Math.sign(across)] : []), ...(rows ? [place + PAGE.columns * Math.sign(rows)] : [])];
}
