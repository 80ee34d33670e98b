/** The streets that a cab drove through: a map of the city with what it saw of it. */
import { trimmed, type DrawTrack } from "../tracks";
import { PAGE, type View } from "./generated";

export const drawn: DrawTrack<View> = (views, seat) => {
  const driven = new Set(views.map(({ place }) => place[seat]));
  const rows = Array.from({ length: PAGE.rows }, (_, row) =>
    Array.from({ length: PAGE.columns }, (_, column) =>
      driven.has((PAGE.rows - 1 - row) * PAGE.columns + column) ? "#" : ".",
    ).join(" "),
  );
  return { lines: trimmed(rows), about: "These are the streets you drove through. They give no die away." };
};
