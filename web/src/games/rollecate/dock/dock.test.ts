import { describe, expect, it } from "vitest";
import type { Choice } from "../../../table/board";
import { briefly, labelOfCard, whyShut } from "../explain";
import { chanceOfAtLeast, outlookOf } from "../odds";
import { PHASE, kindNamed, type Move } from "../reading";
import { measuresFor } from "./measures";
import { laid, table, withPile } from "../table.fixture";
import { useOf } from "../targets";

const choice = (move: Move): Choice<Move> => ({ move, label: JSON.stringify(move) });
const STRAIGHT_4 = kindNamed("4 straight");
const builds = useOf([choice({ build: { card: "4 straight", bend: "straight" } })], STRAIGHT_4);

/** The same by counting all faces of all dice: four of six show a wheel. */
function counted(wheels: number, dice: number): number {
  let good = 0;
  for (let thrown = 0; thrown < 6 ** dice; thrown++) {
    const faces = Array.from({ length: dice }, (_, die) => Math.floor(thrown / 6 ** die) % 6);
    if (faces.filter((face) => face < 4).length >= wheels) good++;
  }
  return good / 6 ** dice;
}

describe("what a roll may bring", () => {
  it("is as likely as the faces of the dice make it", () => {
    for (const dice of [1, 2, 3, 4])
      for (let wheels = 0; wheels <= dice + 1; wheels++)
        expect(chanceOfAtLeast(wheels, dice)).toBeCloseTo(counted(wheels, dice), 12);
  });

  it("costs a card where there are more wheels than cards ahead", () => {
    // the train stands on the third of four cards; with the new one two are ahead
    expect(outlookOf(table(), STRAIGHT_4)).toMatchObject({ dice: 4, ahead: 2, damage: 5 });
    expect(outlookOf(table(), STRAIGHT_4).risk).toBeCloseTo(counted(3, 4), 12);
    expect(outlookOf(table(), kindNamed("2 straight")).risk).toBe(0);
  });

  it("costs a card where a broken track is in reach, on the line or just built", () => {
    const broken = laid(table(), "2 broken straight", "2 straight");
    expect(outlookOf(broken, kindNamed("2 straight")).risk).toBeCloseTo(counted(2, 2), 12);
    expect(outlookOf(table(), kindNamed("2 broken straight"))).toMatchObject({ damage: 2 });
    expect(outlookOf(table(), kindNamed("2 broken straight")).risk).toBeCloseTo(counted(2, 2), 12);
  });
});

describe("the words on a card", () => {
  it("are dice, wheels and risk", () => {
    expect(briefly(table(), STRAIGHT_4, builds).join(" ")).toBe("4 dice, about 3 wheels, risk\u00a059\u00a0%");
    const one = useOf([choice({ build: { card: "1 straight", bend: "straight" } })], kindNamed("1 straight"));
    expect(briefly(table(), kindNamed("1 straight"), one).join(" ")).toBe("1 die, about 1 wheel, no risk");
  });

  it("are points, or the pair that goes, where a card is laid", () => {
    const view = withPile(table({ phase: PHASE.laying }), 0, "2 straight");
    const lay = (combine: "yes" | "no"): Choice<Move> => choice({ lay: { card: "2 curve", combine } });
    const kind = kindNamed("2 curve");
    expect(briefly(view, kind, useOf([lay("no")], kind))).toEqual(["+2 points"]);
    expect(briefly(view, kind, useOf([lay("no"), lay("yes")], kind))).toEqual(["pairs with your 2"]);
  });

  it("say why a card cannot be played, and nothing of it while others play", () => {
    const view = table();
    expect(whyShut(view, kindNamed("1 straight"))).toBe("does not fit after the 3");
    expect(whyShut(table({ phase: PHASE.building, value: 4, built: 1 }), kindNamed("3 curve"))).toBe("only 4s now");
    expect(whyShut(table({ phase: PHASE.building, value: 4, built: 1 }), kindNamed("3 chaos"))).toBe(
      "not while you build",
    );
    expect(whyShut(table({ phase: PHASE.discarding }), kindNamed("3 curve"))).toBe("only chaos cards now");
    const circle = laid(table(), "3 curve left", "3 curve left", "3 curve left");
    expect(whyShut(circle, kindNamed("3 curve"))).toBe("the line is blocked");
    expect(labelOfCard(view, kindNamed("1 straight"), 1, null, true)).toBe(
      "Straight 1, cannot be played now: does not fit after the 3",
    );
    expect(labelOfCard(view, kindNamed("1 straight"), 2, null, false)).toBe("Straight 1, 2 of them");
  });
});

it("cards are large where there are few of them or much room, and bare where there are many on a phone", () => {
  expect(measuresFor(3, false, false, false)).toEqual({ style: "roomy", card: 76, small: 38, heap: 58 });
  expect(measuresFor(4, false, false, false)).toEqual({ style: "small listed", card: 46, small: 38, heap: 46 });
  expect(measuresFor(5, false, false, false)).toEqual({ style: "small", card: 38, small: 38, heap: 38 });
  expect(measuresFor(9, false, true, false)).toMatchObject({ style: "roomy", card: 84 });
  expect(measuresFor(3, true, false, false)).toMatchObject({ style: "small brief", card: 34, small: 34 });
  expect(measuresFor(4, true, false, false)).toMatchObject({ style: "small crowded", card: 38 });
  expect(measuresFor(1, false, true, true)).toMatchObject({ style: "small crowded" });
});
