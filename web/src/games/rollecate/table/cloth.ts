/** What lies on the cloth and where: the draw pile, a card drawn openly, the dice. In pixels of the table. */
import { PAGE } from "../generated";
import type { Box, Division, Point } from "../geometry";
import { PHASE, isSetUp, rollOf, type View } from "../reading";

const EDGE = 14;
const GAP = 12;
const LARGEST_CARD = 88;
const LARGEST_DIE = 54;

/** A die on the cloth: how it lies, and what it shows. */
export interface Lying extends Point {
  size: number;
  angle: number;
  wheel: boolean;
  /** Waiting to be thrown, or left over from nobody's throw. */
  idle: boolean;
}

export interface Cloth {
  deck: Box;
  shown: Box;
  dice: Lying[];
  /** How much of the cloth is taken, along its length. */
  taken: number;
}

/** What plays nothing and yet is pressed: the railway with the wood around it, the draw pile, the dice. */
export type Pressed = "wood" | "deck" | "dice";

/** What of the table lies at a point; null between the things on the cloth. */
export function pressedOn({ deck, dice }: Cloth, { wood }: Division, point: Point): Pressed | null {
  if (lies(point, wood)) return "wood";
  if (lies(point, deck)) return "deck";
  return dice.some(({ x, y, size }) => lies(point, { x, y, width: size, height: size })) ? "dice" : null;
}

function lies({ x, y }: Point, box: Box): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

export function clothOf(view: View, { cloth, upright }: Division): Cloth {
  const across = upright ? cloth.width : cloth.height;
  const along = upright ? cloth.height : cloth.width;
  const card = Math.min(across - 2 * EDGE, along * 0.24, LARGEST_CARD);
  const beside = (across - card) / 2;
  const place = (from: number): Box => ({
    x: cloth.x + (upright ? beside : from),
    y: cloth.y + (upright ? from : beside),
    width: card,
    height: card,
  });
  const first = upright ? EDGE + 8 : EDGE;
  const second = first + card + GAP;
  const from = (hasShown(view) ? second + card : first + card) + GAP + (upright ? 6 : 10);
  const room = upright
    ? { x: cloth.x + 8, y: cloth.y + from, width: across - 16, height: along - from - 8 }
    : { x: cloth.x + from, y: cloth.y + 6, width: along - from - 8, height: across - 12 };
  const { dice, used } = diceIn(view, room, upright);
  return { deck: place(first), shown: place(second), dice, taken: from + used };
}

/** Room for a card drawn openly is kept where such cards come: in set-up, and against Betsy. */
function hasShown(view: View): boolean {
  return view.shown >= 0 || isSetUp(view) || view.mode === PAGE.modes.betsy;
}

function diceIn(view: View, room: Box, upright: boolean): { dice: Lying[]; used: number } {
  if (isSetUp(view)) return { dice: [], used: 0 };
  const faces = facesOf(view);
  const { columns, size } = grid(faces.length, room);
  const rows = Math.ceil(faces.length / columns);
  const left = upright ? room.x + (room.width - columns * size) / 2 : room.x;
  const top = upright ? room.y : room.y + (room.height - rows * size) / 2;
  const dice = faces.map((face, index) => ({
    ...face,
    x: left + (index % columns) * size + size * 0.06,
    y: top + Math.floor(index / columns) * size + size * 0.06,
    size: size * 0.86,
    angle: [-9, 6, -4, 8, -6, 4][(index * 5 + view.end) % 6]!,
  }));
  return { dice, used: (upright ? rows : columns) * size };
}

/** Rows of equal length in which the dice are as large as they can be; of several ways, the one with the fewest rows. */
function grid(count: number, room: Box): { columns: number; size: number } {
  let best = { columns: 1, size: 0 };
  for (let rows = count; rows >= 1; rows--) {
    const columns = Math.ceil(count / rows);
    const size = Math.min(room.width / columns, room.height / rows, LARGEST_DIE);
    if (size >= best.size) best = { columns, size };
  }
  return best;
}

/** Thrown dice with their faces mixed as dice are, then those that wait; four that rest when nothing is rolled. */
function facesOf(view: View): { wheel: boolean; idle: boolean }[] {
  const { thrown, wheels, waiting } = rollOf(view);
  if (thrown + waiting === 0)
    return Array.from({ length: PAGE.dice }, (_, die) => ({ wheel: die % 3 !== 2, idle: true }));
  const order = Array.from({ length: thrown }, (_, die) => die).sort(
    (one, other) => mixed(view, one) - mixed(view, other),
  );
  const showing = new Set(order.slice(0, wheels));
  const inHand = view.phase === PHASE.building ? waiting : Math.min(waiting, PAGE.dice);
  return [
    ...Array.from({ length: thrown }, (_, die) => ({ wheel: showing.has(die), idle: false })),
    ...Array.from({ length: inHand }, () => ({ wheel: true, idle: true })),
  ];
}

/** A number that depends on the die and on the turn, and looks like chance. */
function mixed(view: View, die: number): number {
  return ((die + 1) * 7919 + view.deck_size * 104729 + view.end * 31) % 997;
}
