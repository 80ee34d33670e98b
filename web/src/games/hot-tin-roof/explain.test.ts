import { describe, expect, it } from "vitest";
import type { Choice, SeatInfo } from "../../table/board";
import { answerTo } from "./asking";
import { refusalAt } from "./explain";
import { GAPS, ROOFTOPS, gapNamed, roofNamed, type Move } from "./reading";
import { cats, catwalks, shelters, table } from "./table.fixture";

const view = table({
  cat: cats({ "0 0": "KN" }),
  catwalk: catwalks({ 0: "JK", 1: "AB" }),
  shelter: shelters({ 1: "J" }),
});
const DUMPSTER = { dumpster: 0 };
const GAP = { gap: gapNamed("AB") };
const ROOF = { rooftop: roofNamed("A") };

function whyNot(...moves: Move[]): string[] {
  const choices: Choice<Move>[] = moves.map((move) => ({ move, label: "" }));
  return [DUMPSTER, GAP, ROOF].map((place) => refusalAt(view, choices, place));
}

it("says what is to be done first, or where", () => {
  expect(whyNot({ dive: { dumpster: "catwalk" } })).toEqual([
    "Both your pairs are on the roofs, so this dumpster is closed to you.",
    "Not yet: first empty a dumpster.",
    "Not yet: first empty a dumpster.",
  ]);
  expect(whyNot({ catwalk: { gap: "CD" } })[1]).toBe("Not here: this gap is bridged.");
  expect(whyNot({ shelter: { rooftop: "H" } })[2]).toBe("Not here: a shelter stands here.");
  expect(whyNot({ lift: { place: "JK" } }).every((said) => said.startsWith("Not here: you take up"))).toBe(true);
});

it("says where no cat can walk, and nothing of roofs that can be reached", () => {
  const walking: Move[] = [{ step: { shape: "sitting", way: "KJ" } }, { done: {} }];
  expect(whyNot(...walking)).toEqual([
    "You have emptied a dumpster in this turn.",
    "Not now: press a cat, then a roof to walk to.",
    "None of your cats can walk here now.",
  ]);
  const choices = walking.map((move) => ({ move, label: "" }));
  expect(refusalAt(view, choices, { rooftop: roofNamed("J") })).toBe("");
});

it("says nothing while nothing is to be chosen", () => {
  for (const place of [...GAPS.map((_, gap) => ({ gap })), ...ROOFTOPS.map((_, rooftop) => ({ rooftop }))])
    expect(refusalAt(view, [], place)).toBe("");
});

describe("a press that plays nothing", () => {
  const seats = ["Momo", "Tom"].map((name, seat): SeatInfo => ({
    seat,
    name,
    kind: "guest",
    level: null,
    connected: true,
  }));
  const moment = { view, seats, viewer: 0, choices: [], cat: null, movable: [] };
  const roof = { rooftop: roofNamed("J") };

  it("is told the toll of a roof that cannot be paid", () => {
    const poor = { ...view, cans: [1, 0, 0, 0] };
    expect(answerTo(roof, { ...moment, view: poor })).toEqual({
      refused: ["To the Johnstons you walk for 2 cans, 2 to Tom, and you have food for 1 can.", "HTR-75"],
    });
    const stopping = { ...poor, toll_for_stopping: 1 };
    expect(answerTo(roof, { ...moment, view: stopping })).toMatchObject({ refused: [expect.anything(), "HTR-72"] });
    expect(answerTo(roof, { ...moment, movable: [{ seat: 0, shape: 0, which: 0 }] })).toMatchObject({
      aim: { goal: roof.rooftop, cost: 2 },
    });
    expect(answerTo(ROOF, moment)).toEqual({ meant: { step: { shape: "sitting", way: "KJ" } } });
  });

  it("is answered at the fish and at the tiles too", () => {
    expect(answerTo("market", moment)).toMatchObject({ refused: [expect.anything(), "HTR-76"] });
    expect(answerTo("tiles", moment)).toEqual({ meant: { tile: { homes: "AD" } } });
    expect(answerTo("stock", moment)).toEqual({ meant: { buy_fish: {} } });
    const choices = [{ move: { buy_fish: {} }, label: "" }];
    expect(answerTo("stock", { ...moment, choices })).toBeNull();
  });
});
