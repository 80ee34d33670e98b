import { expect, test } from "vitest";
import type { AnyGame, AnyProps } from "../table/session.svelte";
import { clearIn, namesFor, outline, pawAt } from "./spotlight";
import { pointAt, tail } from "./tail";
import { doneIn, plain, titleOf, told, verbOf } from "./words";

const NOTHING = {} as AnyProps;

test("what several moves of a gesture share is pressed once, at its end", () => {
  const drawing = {
    touch: (move: object) => ("mark" in move ? [`die ${Object.values(move)[0]}`, "reroll"] : ["reroll"]),
  };
  const moves = [{ mark: "1" }, { mark: "2" }, { reroll: {} }] as never[];
  expect(namesFor(moves, drawing as unknown as AnyGame, NOTHING)).toEqual(["die 1", "die 2", "reroll"]);
});

test("where a game does not say what is pressed, it is what carries the move", () => {
  expect(namesFor([{ pass: {} }], null, NOTHING)).toEqual(["pass"]);
});

test("the paw comes from a side on which there is room", () => {
  const window = { width: 400, height: 800 };
  expect(pawAt({ x: 100, y: 100, width: 50, height: 50 }, window).turn).toBe(128);
  expect(pawAt({ x: 340, y: 100, width: 50, height: 50 }, window).turn).toBe(-128);
  expect(pawAt({ x: 100, y: 740, width: 50, height: 50 }, window).turn).toBe(52);
  expect(pawAt({ x: 340, y: 740, width: 50, height: 50 }, window).turn).toBe(-52);
});

test("a box is outlined with corners that are never rounder than it is large", () => {
  expect(outline({ x: 0, y: 0, width: 10, height: 10 }, 9)).toContain("a5 5");
});

test("the tail is as long as what is done", () => {
  const along = (length: number, swing: number) => ({ x: length, y: swing });
  expect(
    tail(0, 2, 50, along).endsWith(`${pointAt(2, 50, along).x.toFixed(1)} ${pointAt(2, 50, along).y.toFixed(1)}`),
  ).toBe(true);
});

test("what lies on the table stands out in a sentence", () => {
  expect(told("Take *Siena* now")).toEqual([
    { text: "Take ", isThing: false },
    { text: "Siena", isThing: true },
    { text: " now", isThing: false },
  ]);
  expect(plain("Take *Siena* now")).toBe("Take Siena now");
});

test("a lesson says how long it takes, how far one is, and what was done", () => {
  expect(titleOf({ title: "Crazy cat", minutes: 1 })).toBe("Crazy cat in a minute");
  expect(titleOf({ title: "Cat Cab", minutes: 4 })).toBe("Cat Cab in four minutes");
  expect(verbOf(null, "new", 6)).toBe("Learn");
  expect(verbOf({ chapter: 2, step: 1, reached: 2, done: false }, "begun", 6)).toBe("Go on, 3 of 6");
  expect(verbOf(null, "learned", 6)).toBe("Learned");
  const info = { id: "x", title: "", about: "", minutes: 1, chapters: ["One"], moves: [1] };
  expect(doneIn(info)).toBe("You made 1 move in one chapter.");
  expect(doneIn({ ...info, chapters: ["One", "Two"], moves: [1, 3] })).toBe("You made 4 moves in two chapters.");
});

test("the fog leaves clear what a game marks, unless it lies around what is asked for", () => {
  const part = (isSeen: boolean, held: object[] = []) => ({
    checkVisibility: () => isSeen,
    contains: (other: object) => held.includes(other),
  });
  const asked = part(true);
  const [card, away, around] = [part(true), part(false), part(true, [asked])];
  const ground = { querySelectorAll: () => [card, away, around] } as unknown as ParentNode;
  expect(clearIn(ground, [asked as unknown as Element])).toEqual([card]);
});
