/** A table for tests: four players, empty roofs, the racing of seat 0, and whatever a test changes. */
import { PAGE } from "./generated";
import { NOWHERE, PHASE, gapNamed, roofNamed, type View } from "./reading";

export function table(fields: Partial<View> = {}): View {
  return {
    seats: 4,
    first_seat: 0,
    manual_exchange: 0,
    toll_for_stopping: 0,
    ties_by_tiles: 0,
    deluxe: 0,
    turn_limit: 400,
    catwalk: PAGE.gaps.map(() => NOWHERE),
    deluxe_at: [NOWHERE, NOWHERE, NOWHERE, NOWHERE],
    shelter: PAGE.rooftops.map(() => NOWHERE),
    cat: cats(),
    dumpster: [5, 5, 5, 2, 2],
    tile: [0, 1, 2],
    tile_user: PAGE.tiles.map(() => NOWHERE),
    market: 14,
    stock: 0,
    catwalks: [6, 6, 6, 6],
    shelters: [3, 3, 3, 3],
    cans: [10, 10, 10, 10],
    fish: [0, 0, 0, 0],
    earned: [0, 0, 0, 0],
    phase: PHASE.racing,
    acting: 0,
    turn: 0,
    turns: 8,
    dived: 3,
    lifted: NOWHERE,
    lifted_deluxe: 0,
    trail: [
      [0, 0],
      [0, 0],
    ],
    exchanged: 0,
    trigger: NOWHERE,
    joining: NOWHERE,
    open_ways: 0,
    gifts: 0,
    broken: 0,
    bought: 0,
    banked: 0,
    ...fields,
  };
}

/** Cats by seat and shape, as pairs of letters: `cats({ "0 0": "KN" })` puts the sitting pair of seat 0 on K and N. */
export function cats(pairs: Record<string, string> = {}): number[][][] {
  return [0, 1, 2, 3].map((seat) =>
    [0, 1].map((shape) => {
      const homes = pairs[`${seat} ${shape}`];
      return homes ? [...homes].map(roofNamed) : [NOWHERE, NOWHERE];
    }),
  );
}

/** Catwalks by seat: `catwalks({ 1: "JK", 2: "JO" })`. */
export function catwalks(built: Record<number, string>): number[] {
  const owners = PAGE.gaps.map(() => NOWHERE);
  for (const [seat, gaps] of Object.entries(built))
    for (const gap of gaps.split(" ")) owners[gapNamed(gap)] = Number(seat);
  return owners;
}

/** Shelters by seat: `shelters({ 1: "J" })`. */
export function shelters(built: Record<number, string>): number[] {
  const owners = PAGE.rooftops.map(() => NOWHERE);
  for (const [seat, homes] of Object.entries(built)) for (const home of homes) owners[roofNamed(home)] = Number(seat);
  return owners;
}

/** Where the cats of the active seat stood when they set out. */
export function setOut(view: View): View {
  const trail = view.cat[view.turn]!.map((pair) => pair.map((roof) => (roof < 0 ? 0 : 1 << roof)));
  return { ...view, trail };
}
