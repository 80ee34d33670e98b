/** The rooftops with the catwalks and shelters that somebody built between them, as lines. */
import { trimmed, type DrawTrack } from "../tracks";
import { PAGE, type View } from "./generated";

/** Characters from one rooftop to the next in a row, and lines from one row to the next. */
const STEP = 6;
const RISE = 2;

export const drawn: DrawTrack<View> = (views, seat) => {
  const view = views.at(-1)!;
  const rows = Array.from({ length: RISE * 2 + 1 }, () => Array.from({ length: STEP * 5 + 3 }, () => " "));
  const at = (rooftop: number) => {
    const { x, y } = PAGE.rooftops[rooftop]!;
    return { column: Math.round(STEP * x), row: RISE * y };
  };
  PAGE.gaps.forEach(({ a, b }, gap) => {
    if (view.catwalk[gap] !== seat && view.deluxe_at[seat] !== gap) return;
    const [from, to] = [at(a), at(b)];
    if (from.row === to.row)
      for (let column = from.column + 3; column < to.column; column++) rows[from.row]![column] = "=";
    else rows[from.row + 1]![Math.round((from.column + to.column) / 2) + 1] = from.column < to.column ? "\\" : "/";
  });
  PAGE.rooftops.forEach((_, rooftop) => {
    const { column, row } = at(rooftop);
    const roof = view.shelter[rooftop] === seat ? "/#\\" : "/-\\";
    [...roof].forEach((letter, nth) => (rows[row]![column + nth] = letter));
  });
  return {
    lines: trimmed(rows.map((row) => row.join(""))),
    about: "These are the roofs, with the catwalks and shelters you built.",
  };
};
