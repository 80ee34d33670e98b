import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../../table/board";
import { whole } from "../../../table/end/story.fixture";
import { PHASE, type Move } from "../reading";
import { table, withPile } from "../table.fixture";
import { aside, highlights, scoresOf, wayOf } from "./telling";

const seats = ["Rosie", "Momo"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

describe("at the end", () => {
  it("long tracks, dear turns and small piles are told", () => {
    const start = table();
    const dear = withPile(start, 1, "4 curve", "3 straight");
    const views = [start, start, start, dear, withPile(dear, 0, "1 curve")];
    const build: Move = { build: { card: "2 straight", bend: "straight" } };
    const spans = [
      { seat: 0, from: 0, to: 2 },
      { seat: 1, from: 2, to: 3 },
    ];
    const story = whole(views, [build, build, { take: {} }, { show_hands: {} }], spans, seats);
    expect(highlights(story)).toEqual([
      { title: "Longest track", seat: 0, text: "2 cards in turn 1" },
      { title: "Costliest turn", seat: 1, text: "7 points in turn 2" },
      { title: "Smallest pile", seat: 0, text: "1 card" },
    ]);
    expect(scoresOf(views.at(-1)!)).toEqual([1, 7]);
  });

  it("counts cards for Betsy", () => {
    const betsy = table({ phase: PHASE.finished, mode: 3, players: 1 });
    expect(scoresOf(withPile(betsy, 1, "4 curve", "3 straight"))).toEqual([0, 2]);
  });

  it("alone is held against the results of this device", () => {
    const view = table({ phase: PHASE.finished, mode: 1, players: 1, seats: 1 });
    const best = [
      { table: "/t/a", points: 11 },
      { table: "/t/b", points: 14 },
    ];
    const scored = (points: number) => ({
      view,
      outcome: { places: [1], scores: [points], ending: "", scored: true, parts: [] },
    });
    expect(wayOf(view)).toBe("solo");
    expect(aside(scored(14), best)).toBe("The best on this device: 11 points.");
    expect(aside(scored(11), best)).toBe("Nobody did better on this device.");
    expect(aside(scored(11), best.slice(0, 1))).toBe("The first result on this device: something to beat.");
    expect(aside({ ...scored(0), view: { ...view, mode: 2, lost: 1 } }, best)).toBe("");
  });
});
