/**
 * The buildings of Mew York: one on every corner between squares, always the same ones for the same side of the card. They
 * are scenery and say nothing about the game.
 */
import { PAGE } from "../generated";
import type { Box } from "../geometry";

export interface Window extends Box {
  /** Dark by day, lit in rush hour. */
  late: boolean;
}

export interface Building extends Box {
  key: string;
  /** The row of corners it stands in, from the top. */
  row: number;
  paint: "b1" | "b2" | "b3" | "b4" | "b5";
  /** How much of the front is seen below the roof. */
  front: number;
  awning: "aw1" | "aw2" | null;
  roof: "tank" | "boxes" | "gable" | "cat" | "plain";
  windows: Window[];
}

export interface Park extends Box {
  key: string;
  /** A pond with a fish in it rather than three trees. */
  pond: boolean;
}

const PAINTS = ["b1", "b2", "b3", "b4", "b5", "b2", "b1"] as const;
const ROOFS = ["tank", "boxes", "gable", "tank", "plain", "boxes", "gable", "tank", "cat", "boxes"] as const;
const AWNINGS = ["aw1", null, "aw2", null, null] as const;

/** A number that looks random and is always the same for the same corner. */
function chance(column: number, row: number, side: number, salt: number): number {
  let mixed = (column + 1) * 374761393 + (row + 1) * 668265263 + (side + 1) * 1274126177 + salt * 974634541;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1103515245);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % 1000;
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length]!;
}

/** The lot of a corner: at the edges of the map there is less room. */
function lot(column: number, row: number): Box {
  const edge = column === 0 || column === PAGE.columns;
  const x = column === 0 ? 22 : 17 + 100 * column;
  if (row === 0) return { x, y: 79, width: edge ? 41 : 46, height: 28 };
  if (row === PAGE.rows) return { x, y: 739, width: edge ? 41 : 46, height: 26 };
  return { x, y: 67 + 84 * row, width: edge ? 41 : 46, height: 40 };
}

function isPark(column: number, row: number, side: number): boolean {
  return row > 0 && row < PAGE.rows && chance(column, row, side, 1) < 90;
}

export function parks(side: number): Park[] {
  return corners(([column, row]) => isPark(column, row, side)).map(([column, row]) => ({
    ...lot(column, row),
    key: `${column} ${row}`,
    pond: chance(column, row, side, 2) % 3 === 0,
  }));
}

export function buildings(side: number): Building[] {
  return corners(([column, row]) => !isPark(column, row, side)).map(([column, row]) => building(column, row, side));
}

function corners(wanted: (corner: [number, number]) => boolean): [number, number][] {
  const all: [number, number][] = [];
  for (let column = 0; column <= PAGE.columns; column++)
    for (let row = 0; row <= PAGE.rows; row++) all.push([column, row]);
  return all.filter(wanted);
}

function building(column: number, row: number, side: number): Building {
  const ground = lot(column, row);
  const inner = row > 0 && row < PAGE.rows;
  const floors = inner ? pick([0, 5, 9], chance(column, row, side, 3)) : 0;
  const box = { ...ground, y: ground.y - floors, height: ground.height + floors };
  const front = floors > 0 ? 22 : 13;
  const awning = pick(AWNINGS, chance(column, row, side, 4));
  return {
    ...box,
    key: `${column} ${row}`,
    row,
    paint: pick(PAINTS, chance(column, row, side, 5)),
    front,
    awning,
    roof: pick(ROOFS, chance(column, row, side, 6)),
    windows: windows(box, front, awning !== null, (index) => chance(column, row, side, 10 + index) < 380),
  };
}

function windows(box: Box, front: number, shop: boolean, late: (index: number) => boolean): Window[] {
  const perFloor = box.width > 41 ? 4 : 3;
  const gap = (box.width - 8) / perFloor;
  const top = box.y + box.height - front;
  // an awning takes the place of the lowest windows
  const floors = front > 13 ? (shop ? [2.5] : [2.5, 12]) : shop ? [] : [3];
  return floors.flatMap((floor, level) =>
    Array.from({ length: perFloor }, (_, index) => ({
      x: box.x + 4 + gap * (index + 0.5) - 2.5,
      y: top + floor,
      width: 5,
      height: shop ? 5 : 7,
      late: late(level * perFloor + index),
    })),
  );
}
