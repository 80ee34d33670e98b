import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../../table/board";
import { whole } from "../../../table/end/story.fixture";
import { PHASE, cityNamed, type View } from "../reading";
import { build, table } from "../table.fixture";
import { citiesOf, highlights, setsOf, towersPaid } from "./telling";

const [BLACK, WHITE, RED] = [0, 1, 2];
const seats = ["Mina", "Jonas", "Clover"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

/** Two cities are full: in Bologna the taller tower was a tie, and Jonas has both towers of Parma. */
function ended(): View {
  const view = table({
    phase: PHASE.finished,
    open_portraits: [
      [4, 1, 0],
      [0, 2, 2],
      [0, 0, 0],
    ],
  });
  build(build(view, "bologna", "BRRB", "WWBWB"), "parma", "WW", "WBW");
  view.winner[cityNamed("bologna")] = [BLACK!, WHITE!];
  view.winner[cityNamed("parma")] = [WHITE!, WHITE!];
  return view;
}

describe("at the end", () => {
  const view = ended();
  const [bologna, parma] = [cityNamed("bologna"), cityNamed("parma")];

  it("every city is told tower by tower, the taller one first", () => {
    const paid = towersPaid(view).map((towers) => towers.map(({ city, seat, points }) => [city, seat, points]));
    expect(paid).toEqual([
      [
        [parma, WHITE, 5],
        [parma, WHITE, 2],
      ],
      [
        [bologna, WHITE, 9],
        [bologna, BLACK, 6],
      ],
    ]);
    expect(citiesOf(view, WHITE!, true)).toEqual([parma, bologna]);
    expect(citiesOf(view, WHITE!, false)).toEqual([parma]);
    expect(citiesOf(view, RED!, true)).toEqual([]);
  });

  it("sets are told by person", () => {
    expect(setsOf(view, BLACK!)).toEqual([0]);
    expect(setsOf(view, WHITE!)).toEqual([]);
  });

  it("rich cities, close towers and portraits are told", () => {
    const story = whole([table(), view], [{ take_none: {} }], [{ seat: 0, from: 0, to: 1 }], seats, WHITE!);
    const told = highlights(story);
    expect(told[0]).toEqual({ title: "Richest city", seat: WHITE, who: "Bologna", text: "9 for you, in turn 1" });
    expect(told[1]).toEqual({
      title: "Closest tower",
      seat: BLACK,
      who: "Bologna",
      text: "6 points, decided by the topmost floor",
    });
    expect(told[2]).toMatchObject({ title: "Most portraits", seat: BLACK });
    expect(told[2]!.text).toMatch(/^4 \w+s and 1 \w+$/);
  });
});
