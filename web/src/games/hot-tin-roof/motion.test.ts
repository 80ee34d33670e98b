import { describe, expect, it } from "vitest";
import type { Step } from "../../table/board";
import { WIDE } from "./geometry";
import { TIME, arrivalsBetween, duration, outingOf } from "./motion";
import { PHASE, type Move, type View } from "./reading";
import { flightsBetween } from "./roofs/effects";
import { endingOf } from "./roofs/endings";
import { cats, catwalks, setOut, shelters, table } from "./table.fixture";

function time(move: Move, before: View, after: View = before): number {
  const step: Step<Move> = { seq: 1, ply: 1, passed: 0, actor: 0, move, sentence: "" };
  return duration(step, before, after);
}

const view = setOut(
  table({
    cat: cats({ "0 0": "KO" }),
    catwalk: catwalks({ 0: "NO", 1: "JK", 2: "JO" }),
    shelter: shelters({ 3: "J" }),
  }),
);
const stepTo = (way: "KJ" | "OJ" | "ON"): Move => ({ step: { shape: "sitting", way } });

describe("a step takes", () => {
  it("longer when the pair meets", () => {
    const near = setOut(table({ cat: cats({ "0 0": "JO" }), catwalk: catwalks({ 0: "JO" }) }));
    expect(time(stepTo("KJ"), view)).toBe(TIME.step);
    expect(time(stepTo("OJ"), near)).toBe(TIME.step + TIME.meet);
  });

  it("as long as the longer walk when a pair is joined at once", () => {
    const move: Move = { join_cheapest: { shape: "sitting" } };
    expect(outingOf(view, move)!.walks.map(({ ways }) => ways.length)).toEqual([2]);
    expect(time(move, view)).toBe(2 * TIME.hurried + TIME.meet);
  });

  it("longer for a full dumpster, up to what is shown", () => {
    const dive: Move = { dive: { dumpster: "home1" } };
    expect(time(dive, table({ dumpster: [2, 0, 0, 0, 0] }))).toBeLessThan(
      time(dive, table({ dumpster: [9, 0, 0, 0, 0] })),
    );
    expect(time(dive, table({ dumpster: [9, 0, 0, 0, 0] }))).toBe(time(dive, table({ dumpster: [99, 0, 0, 0, 0] })));
  });

  it("longer when the game ends with it", () => {
    const after = table({ phase: PHASE.finished });
    expect(time({ done: {} }, view, after) - time({ done: {} }, view)).toBe(TIME.finish);
  });
});

describe("in a step", () => {
  it("tolls fly from where they are due to their owners", () => {
    const flights = flightsBetween(WIDE, view, view, stepTo("KJ"));
    expect(flights.map(({ piece, to }) => [piece, to])).toEqual([
      ["can", { seat: 1 }],
      ["can", { seat: 3 }],
      ["can", { seat: 3 }],
    ]);
  });

  it("a fish flies to whoever has brought a pair together, and not in the settlement", () => {
    const near = setOut(table({ cat: cats({ "0 0": "JO" }), catwalk: catwalks({ 0: "JO" }) }));
    const fish = (before: View) =>
      flightsBetween(WIDE, before, before, stepTo("OJ")).filter(({ piece }) => piece === "fish");
    expect(fish(near)).toHaveLength(1);
    expect(fish({ ...near, phase: PHASE.joining, trigger: 2 })).toHaveLength(0);
  });

  it("an ante flies onto every dumpster, and a broken fish to the stock", () => {
    const after = table({ broken: 1 });
    expect(
      flightsBetween(WIDE, table(), after, { ante: {} })
        .map(({ piece }) => piece)
        .sort(),
    ).toEqual([...Array(5).fill("can"), "fish"]);
  });

  it("cats arrive that were in reserve", () => {
    const after = table({ cat: cats({ "0 1": "AD" }) });
    expect(arrivalsBetween(table(), after)).toEqual([
      { seat: 0, shape: 1, which: 0 },
      { seat: 0, shape: 1, which: 1 },
    ]);
  });
});

describe("the end", () => {
  const seats = ["Orange", "Brown", "White", "Blue"].map((name, seat) => ({
    seat,
    name,
    kind: "guest" as const,
    level: null,
    connected: true,
  }));
  const tied = { phase: PHASE.finished, trigger: 0, market: 0, cans: [47, 30, 47, 47] };

  it("is won on the left of whoever ended the game", () => {
    const ending = endingOf(table(tied), seats, null);
    expect(ending.order).toEqual([2, 3, 0, 1]);
    expect(ending.title).toBe("White wins with 47 cans of food");
    expect(ending.line).toContain("Blue and Orange");
  });

  it("is won by home tiles where the table says so", () => {
    const users = table().tile_user.map((_, tile) => (tile < 5 ? 0 : tile < 9 ? 2 : tile < 14 ? 3 : -1));
    const ending = endingOf(table({ ...tied, ties_by_tiles: 1, tile_user: users }), seats, 3);
    expect(ending.title).toBe("You win with 47 cans of food");
    expect(ending.line).toBe("As much as Orange and White, and the better seat.");
    const more = users.map((user, tile) => (tile === 14 ? 2 : tile === 15 ? 2 : user));
    expect(endingOf(table({ ...tied, ties_by_tiles: 1, tile_user: more }), seats, 3).line).toBe(
      "As much as you and Orange, and more home tiles.",
    );
  });

  it("tells of the bank when it was paid", () => {
    const ended = table({ phase: PHASE.finished, trigger: 1, market: 0, banked: 15, cans: [1, 2, 3, 4] });
    expect(endingOf(ended, seats, null).line).toContain("15 cans");
  });
});
