/**
 * The heap in the middle: every tile has a place of its own, which stays empty while the tile is away, so that nothing
 * shifts under anybody's finger. The table knows tiles only by breed and side; which of equal ones went is told here.
 */
import { BOBTAIL, BREEDS } from "../reading";

/** How many cells lie in a row: two where there is hardly any room beside the mat. */
export type Columns = 2 | 4 | 8;

/** A place of the heap: what it is for, and the side of the tile that lies there; null while it is empty. */
export interface Spot {
  breed: number;
  /** In cells, from the left and from the top; a Bobtail also covers the cell to the right. */
  column: number;
  row: number;
  side: number | null;
}

/** A number between 0 and 1 that looks like luck and is the same for everybody. */
function noise(seed: number): number {
  const wave = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return wave - Math.floor(wave);
}

function shuffled<T>(things: readonly T[], seed: number): T[] {
  return things
    .map((thing, index) => ({ thing, rank: noise(seed + index * 13.7) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);
}

/**
 * Empty places for some sets of tiles in rows of some columns; each set of seven covers eight cells. In every round they lie
 * another way.
 */
export function spotsFor(sets: number, columns: Columns, round: number): Spot[] {
  const rowsOfSet = 8 / columns;
  return Array.from({ length: sets }, (_, set) => set).flatMap((set) => {
    const singles = shuffled([0, 1, 2, 3, 4, 5], round * 31 + set * 7);
    const at = Math.floor(noise(round * 17 + set * 5) * 3) * 2;
    let cell = 0;
    const spots: Spot[] = [];
    const lay = (breed: number, size: number) => {
      const row = set * rowsOfSet + Math.floor(cell / columns);
      spots.push({ breed, column: cell % columns, row, side: null });
      cell += size;
    };
    singles.forEach((breed, index) => {
      if (index === at) lay(BOBTAIL, 2);
      lay(breed, 1);
    });
    return spots;
  });
}

/**
 * The heap as it lies after the table has counted it: tiles that are there stay where they are. Of equal tiles the one
 * at `taken` goes first.
 */
export function settle(spots: readonly Spot[], centre: readonly (readonly number[])[], taken: number): Spot[] {
  const next = spots.map((spot) => ({ ...spot }));
  for (let breed = 0; breed < BREEDS; breed++) {
    const own = next.filter((spot) => spot.breed === breed);
    for (const side of [0, 1]) removeSurplus(own, side, centre[breed]![side]!, next[taken]);
    for (const side of [0, 1]) addMissing(own, side, centre[breed]![side]!);
  }
  return next;
}

function lying(own: Spot[], side: number): Spot[] {
  return own.filter((spot) => spot.side === side);
}

function removeSurplus(own: Spot[], side: number, wanted: number, first: Spot | undefined): void {
  const there = lying(own, side);
  const order =
    first && there.includes(first) ? [first, ...there.filter((spot) => spot !== first)] : there.toReversed();
  for (const spot of order.slice(0, Math.max(0, there.length - wanted))) spot.side = null;
}

function addMissing(own: Spot[], side: number, wanted: number): void {
  const missing = wanted - lying(own, side).length;
  for (const spot of own.filter((empty) => empty.side === null).slice(0, Math.max(0, missing))) spot.side = side;
}
