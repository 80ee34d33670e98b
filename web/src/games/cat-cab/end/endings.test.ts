import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../../table/board";
import { whole } from "../../../table/end/story.fixture";
import { LEFT, OUT, PHASE, type Move, type View } from "../reading";
import { table } from "../table.fixture";
import { endingOf } from "./endings";
import { aside, highlights, scoresOf } from "./telling";

const seats = ["Mina", "Top cat", "Jonas"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

function over(fields: Partial<View>): View {
  return table({ phase: PHASE.finished, place: [LEFT, LEFT, LEFT], departure: [1, 2, 3], champion: 0, ...fields });
}

describe("the last picture", () => {
  it("is a podium when everybody got out", () => {
    expect(endingOf(over({}), [20, 10, 3])).toMatchObject({ scene: "podium", winner: 0 });
  });

  it("is a jam when somebody was towed away", () => {
    const view = over({ place: [LEFT, OUT, OUT], departure: [1, 0, 0] });
    expect(endingOf(view, [10, 0, 0])).toMatchObject({ scene: "jam", moods: ["happy", "dizzy", "dizzy"] });
    expect(aside({ view, seats, own: null })).toBe("Top cat and Jonas sat in traffic until the tow barge came.");
    expect(aside({ view, seats, own: 1 })).toBe("You and Jonas sat in traffic until the tow barge came.");
  });

  it("is a fight after a tie", () => {
    expect(endingOf(over({ champion: 2 }), [10, 5, 10])).toMatchObject({ scene: "fight", winner: 2 });
  });

  it("is a night without a winner when nobody got out", () => {
    const view = over({ place: [OUT, OUT, OUT], departure: [0, 0, 0], champion: -1 });
    expect(endingOf(view, [0, 0, 0])).toMatchObject({ scene: "night", winner: -1 });
    expect(aside({ view, seats, own: 0 })).toBe("");
  });

  it("belongs to Crazy cat when it wins alone against one human", () => {
    expect(endingOf(over({ seats: 2, solo: 1, champion: 1 }), [5, 20, 0]).scene).toBe("crazy");
  });
});

const MOVES: Move[] = [
  { move: { spaces: 2, direction: "up" } },
  { move: { spaces: 1, direction: "up" } },
  { end_turn: {} },
];

describe("what is told", () => {
  const views = [
    table({ departure: [0, 0, 0], curses: [0, 0, 0] }),
    table({ departure: [0, 0, 0], curses: [0, 3, 0] }),
    table({ departure: [0, 0, 0], curses: [0, 1, 0] }),
    over({ departure: [0, 0, 1], curses: [0, 2, 0] }),
  ];
  const story = whole(
    views,
    MOVES,
    [
      { seat: 0, from: 0, to: 2 },
      { seat: 2, from: 2, to: 3 },
    ],
    seats,
  );

  it("is who was out first, who drove farthest and who was cursed most", () => {
    expect(highlights(story)).toEqual([
      { title: "First out of the city", seat: 2, text: "in turn 2" },
      { title: "Longest drive", seat: 0, text: "3 spaces in turn 1" },
      { title: "Most cursed", seat: 1, text: "4 curses in all" },
    ]);
  });

  it("has the points of every moment", () => {
    const view = table({ place: [LEFT, OUT, 5], departure: [1, 0, 0], held: [2, 3, 1] });
    expect(scoresOf(view)).toEqual([20, 0, 5]);
  });
});
