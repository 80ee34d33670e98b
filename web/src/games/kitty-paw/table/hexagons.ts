/** The outlines of cells, with the middle at 0, 0 and radius 100, and of a whole mat. */
import { PAGE } from "../generated";
import { STEP, pointOf } from "../building/lattice";

export const CELL =
  "M-10.4-88Q0-94 10.4-88L71-53Q81.4-47 81.4-35V35Q81.4 47 71 53L10.4 88Q0 94-10.4 88L-71 53Q-81.4 47-81.4 35V-35Q-81.4-47-71-53Z";
/** A ring around a cell, for what is aimed at. */
export const RING =
  "M-11.300-92.500Q0-99 11.300-92.500L74.500-56Q85.700-49.500 85.700-36.500V36.500Q85.700 49.500 74.500 56L11.300 92.500Q0 99-11.300 92.500L-74.500 56Q-85.700 49.500-85.700 36.500V-36.500Q-85.700-49.500-74.500-56Z";

/** A plain hexagon of some radius at a point, as a path. */
function hexagon(x: number, y: number, radius: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The whole of a cell up to its neighbours, for fingers. */
export const WHOLE = hexagon(0, 0, 100);

/** All cells of a mat in one path, for small pictures. */
export const ALL_CELLS = Array.from({ length: PAGE.cells }, (_, cell) => {
  const { x, y } = pointOf(cell);
  return hexagon(x, y, 91);
}).join("");

/** The outline of what is in the hand: one cell, or the two of a Bobtail, head first. */
export function outlineOf(isLong: boolean): string {
  return isLong ? `${RING}${RING.replace(/^M-11\.300-92\.500/, `M${STEP - 11.3}-92.5`)}` : RING;
}
