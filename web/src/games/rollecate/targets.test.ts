import { describe, expect, it } from "vitest";
import type { Choice } from "../../table/board";
import { foresee, foreseeLaying, labelOfTarget, nextPenalty, railwayInWords } from "./explain";
import { CARD, endOf } from "./geometry";
import { NONE, PHASE, kindNamed, type Move } from "./reading";
import { laid, table, withPile } from "./table.fixture";
import {
  addedBy,
  buildMeant,
  isAtEnd,
  kindToLay,
  moveMeant,
  nearest,
  onlyKind,
  targetsOf,
  towards,
  useOf,
} from "./targets";

const choice = (move: Move): Choice<Move> => ({ move, label: JSON.stringify(move) });
const BOTH = [
  choice({ build: { card: "3 curve", bend: "left" } }),
  choice({ build: { card: "3 curve", bend: "right" } }),
];
const CURVE = kindNamed("3 curve");

describe("what can be done with a card", () => {
  it("is to build it, in each way it can be bent", () => {
    const use = useOf([...BOTH, choice({ pass: {} })], CURVE);
    expect(use?.builds.map(({ bend }) => bend)).toEqual(["left", "right"]);
    expect(use?.lay).toBeNull();
  });

  it("is to lay it, alone or with the top of the pile", () => {
    const choices = [
      choice({ lay: { card: "2 straight", combine: "no" } }),
      choice({ lay: { card: "2 straight", combine: "yes" } }),
      choice({ lay: { card: "4 straight", combine: "no" } }),
    ];
    expect(useOf(choices, kindNamed("2 straight"))).toMatchObject({ lay: choices[0], combine: choices[1] });
    expect(useOf(choices, kindNamed("4 straight"))).toMatchObject({ lay: choices[2], combine: null });
  });

  it("is to discard it, if it is a chaos card", () => {
    const choices = [choice({ chaos: { value: 3, combine: "no" } })];
    expect(useOf(choices, kindNamed("3 chaos"))?.lay).toBe(choices[0]);
  });

  it("is nothing where no choice names it", () => {
    expect(useOf(BOTH, kindNamed("3 straight"))).toBeNull();
  });
});

describe("the ways on from the end of the line", () => {
  it("leave the new card where its bend leads", () => {
    const view = table();
    const [left, right] = targetsOf(view, BOTH, CURVE);
    expect(left).toMatchObject({ bend: "left", heading: 1, exit: { x: 4 * CARD, y: -50 } });
    expect(right).toMatchObject({ bend: "right", heading: 3, exit: { x: 4 * CARD, y: 50 } });
  });

  it("are those of the card on the table where it was drawn openly", () => {
    const view = table({ phase: PHASE.placing, shown: CURVE });
    expect(kindToLay(view, NONE)).toBe(CURVE);
    expect(targetsOf(view, [choice({ place: { bend: "left" } })], CURVE)).toHaveLength(1);
  });

  it("are none for a card that cannot be built", () => {
    expect(targetsOf(table(), BOTH, kindNamed("1 straight"))).toEqual([]);
  });

  it("are told apart by the point where a card is dropped", () => {
    const view = table();
    const targets = targetsOf(view, BOTH, CURVE);
    const { at } = endOf(view);
    expect(nearest(targets, { x: at.x, y: at.y - 20 })?.bend).toBe("left");
    expect(nearest(targets, { x: at.x + 30, y: at.y + 20 })?.bend).toBe("right");
    expect(isAtEnd(view, { x: at.x + 60, y: at.y - 80 })).toBe(true);
    expect(isAtEnd(view, { x: at.x - 2 * CARD, y: at.y })).toBe(false);
  });

  it("are reached with the arrow keys that point there", () => {
    const targets = targetsOf(table(), BOTH, CURVE);
    expect(["ArrowUp", "ArrowDown", "ArrowLeft", "Enter"].map((key) => towards(targets, key))).toEqual([0, 1, -1, -1]);
  });

  it("say where the line would run into itself", () => {
    const view = laid(table(), "3 curve left", "3 curve left");
    const targets = targetsOf(view, BOTH, CURVE);
    expect(targets.map((target) => labelOfTarget(view, target).includes("run into"))).toEqual([true, false]);
  });
});

describe("what a tap means", () => {
  it("is to build a track and to discard a chaos card", () => {
    expect(moveMeant(kindNamed("2 broken straight"))).toEqual({
      build: { card: "2 broken straight", bend: "straight" },
    });
    expect(moveMeant(CURVE)).toEqual({ build: { card: "3 curve", bend: "left" } });
    expect(moveMeant(kindNamed("4 chaos"))).toEqual({ chaos: { value: 4, combine: "no" } });
  });

  it("is a build that is refused, for a tap on the end of the line without a card", () => {
    const STRAIGHT = kindNamed("1 straight");
    const hand = Array<number>(20).fill(0).with(STRAIGHT, 2).with(CURVE, 1);
    const canBuild = buildMeant(BOTH, hand);
    expect("build" in canBuild && hand[kindNamed(canBuild.build.card)]).toBe(0);
    expect(buildMeant([], hand)).toEqual(moveMeant(STRAIGHT));
    expect(buildMeant([], hand.with(STRAIGHT, 0))).toEqual(moveMeant(CURVE));
    expect(buildMeant([], [])).toHaveProperty("build");
  });

  it("needs no pick where one penalty card is left", () => {
    const lay = (card: "1 curve" | "2 straight"): Choice<Move> => choice({ lay: { card, combine: "no" } });
    expect(onlyKind([lay("1 curve"), choice({ lay: { card: "1 curve", combine: "yes" } })])).toBe(kindNamed("1 curve"));
    expect(onlyKind([lay("1 curve"), lay("2 straight")])).toBe(NONE);
    expect(onlyKind([choice({ pass: {} })])).toBe(NONE);
    expect(onlyKind([])).toBe(NONE);
  });
});

describe("what is foreseen", () => {
  it("is how many dice are rolled and when she derails", () => {
    expect(foresee(table(), CURVE)).toBe(
      "You would roll 3 dice, with 2 cards ahead. She derails with more than 2 wheels.",
    );
    expect(foresee(table(), kindNamed("1 straight"))).toContain("She cannot derail.");
    expect(foresee(table({ value: 3, built: 1 }), CURVE)).toContain("6 dice");
  });

  it("is what laying does to the pile, and what comes to the top", () => {
    const view = withPile(table(), 0, "3 straight", "1 curve");
    expect(foreseeLaying(view, kindNamed("4 straight"))).toBe("Your pile would grow from 4 to 8 points.");
    expect(foreseeLaying(view, kindNamed("1 straight"))).toBe(
      "Removing both 1s takes your pile from 4 to 3 points. A 3 would be on top then.",
    );
  });
});

it("the railway is told card by card, with its bends and the train", () => {
  expect(railwayInWords(laid(table(), "3 curve left"))).toEqual([
    "straight 1, leads east",
    "straight 2, leads east",
    "straight 2, leads east, the train stands here",
    "straight 3, leads east",
    "curved 3, bends left, leads north",
  ]);
  expect(nextPenalty(table())).toBe("The next penalty card is the straight 1.");
  expect(nextPenalty(table({ train: 0 }))).toBe("");
});

it("a card that was sent is shown before it is acknowledged", () => {
  expect(addedBy(table(), { build: { card: "3 curve", bend: "right" } })).toEqual({ kind: CURVE, bend: 2 });
  expect(addedBy(table({ shown: CURVE }), { place: { bend: "left" } })).toEqual({ kind: CURVE, bend: 1 });
  expect(addedBy(table(), { pass: {} })).toBeNull();
});
