import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../../table/board";
import { LEFT, OUT, PHASE, type View } from "../reading";
import { table } from "../table.fixture";
import { endingOf } from "./endings";

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

describe("the ending", () => {
  it("is a podium when everybody got out", () => {
    expect(endingOf(over({}), seats, [20, 10, 3], 1)).toMatchObject({
      scene: "podium",
      title: "Mina wins with 20 points",
    });
  });

  it("speaks to the winner", () => {
    expect(endingOf(over({}), seats, [20, 10, 3], 0).title).toBe("You win with 20 points");
  });

  it("is a jam when somebody was towed away", () => {
    const view = over({ place: [LEFT, OUT, OUT], departure: [1, 0, 0] });
    const ending = endingOf(view, seats, [10, 0, 0], null);
    expect(ending.scene).toBe("jam");
    expect(ending.line).toContain("Top cat and Jonas");
    expect(endingOf(view, seats, [10, 0, 0], 1).line).toContain("You and Jonas sat in traffic");
    expect(ending.moods).toEqual(["happy", "dizzy", "dizzy"]);
  });

  it("is a fight after a tie", () => {
    expect(endingOf(over({ champion: 2 }), seats, [10, 5, 10], null)).toMatchObject({ scene: "fight", winner: 2 });
  });

  it("is a night without a winner when nobody got out", () => {
    const view = over({ place: [OUT, OUT, OUT], departure: [0, 0, 0], champion: -1 });
    const ending = endingOf(view, seats, [0, 0, 0], 0);
    expect(ending).toMatchObject({ scene: "night", winner: -1 });
    expect(ending.line).toContain("all share second place");
  });

  it("belongs to Crazy cat when it wins alone against one human", () => {
    const view = over({ seats: 2, solo: 1, champion: 1 });
    expect(endingOf(view, seats, [5, 20, 0], 0).scene).toBe("crazy");
  });
});
