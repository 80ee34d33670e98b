import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../../table/board";
import { whole } from "../../../table/end/story.fixture";
import { PAGE } from "../generated";
import { CARDS, PHASE } from "../reading";
import { table } from "../table.fixture";
import { aside, highlights, isHappy } from "./telling";

const seats = ["Mina", "Jonas", "Clover"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

describe("at the end", () => {
  it("quick pictures, quick paws and hard cards are told", () => {
    const where = table().where.map((place, card) => (card === 40 ? PAGE.where.scored + 2 : place));
    const views = [
      table(),
      table({ reaction: [-1, 900, 620, -1] }),
      table({ reaction: [-1, -1, 840, -1] }),
      table({ phase: PHASE.finished, best: [-1, 14200, 16100, -1], where, reaction: [-1, -1, 840, -1] }),
    ];
    const spans = [
      { seat: null, from: 0, to: 1 },
      { seat: null, from: 1, to: 3 },
    ];
    const told = highlights(whole(views, [{ clean_up: {} }, { clean_up: {} }, { clean_up: {} }], spans, seats));
    expect(told.slice(0, 2)).toEqual([
      { title: "Quickest picture", seat: 1, text: "14.20 s" },
      { title: "Quickest paw", seat: 2, text: "0.62 s in round 1" },
    ]);
    expect(told[2]).toMatchObject({ title: "Hardest card", seat: 2 });
    expect(told[2]!.text).toContain(`${CARDS[40]!.points} points`);
  });

  it("practice is held against the best times of this device", () => {
    const view = table({ players: 1, best: [14200, -1, -1, -1] });
    const best = (ms: number) => [{ table: "/t/a", round: 1, card: "I-01", ms }];
    expect(aside({ view }, best(14200))).toBe("You were quicker than ever on this device.");
    expect(aside({ view }, best(9000))).toBe("Your best ever on this device: 9.00 s.");
    expect(aside({ view: table({ players: 1, best: [-1, -1, -1, -1] }) }, best(9000))).toBe("");
    expect(isHappy({ view, own: 0 })).toBe(true);
  });

  it("the cat on the box is glad for those who won, and for all who watch", () => {
    const view = table({ active: 0b010 });
    expect([null, 0, 1].map((own) => isHappy({ view, own }))).toEqual([true, false, true]);
  });
});
