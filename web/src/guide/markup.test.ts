import { expect, test } from "vitest";
import { citedIn, keyOf, plainOf, spansOf } from "./markup";

test("a line without marks is one piece of text", () => {
  expect(spansOf("Roll five dice.")).toEqual([{ kind: "text", text: "Roll five dice." }]);
  expect(spansOf("")).toEqual([]);
});

test("clauses behind a sentence are taken together, without the space before them", () => {
  expect(spansOf("Stop, or roll again. [CAB-38] [CAB-40] Each 1 curses. [CAB-39]")).toEqual([
    { kind: "text", text: "Stop, or roll again." },
    { kind: "cites", clauses: ["CAB-38", "CAB-40"] },
    { kind: "text", text: " Each 1 curses." },
    { kind: "cites", clauses: ["CAB-39"] },
  ]);
});

test("a clause in the middle of a sentence stays a word of it", () => {
  expect(spansOf("the only exception is Greedy cat (CAB-89).")).toEqual([
    { kind: "text", text: "the only exception is Greedy cat (" },
    { kind: "mention", clause: "CAB-89" },
    { kind: "text", text: ")." },
  ]);
});

test("strong words, code and drawings are told apart", () => {
  expect(spansOf("**Four** on [4], `side` = front")).toEqual([
    { kind: "strong", text: "Four" },
    { kind: "text", text: " on " },
    { kind: "drawing", name: "4" },
    { kind: "text", text: ", " },
    { kind: "code", text: "side" },
    { kind: "text", text: " = front" },
  ]);
});

test("marks that are not closed are text", () => {
  expect(spansOf("2 * 3 [and **so on")).toEqual([{ kind: "text", text: "2 * 3 [and **so on" }]);
});

test("the plain words keep numbers that are drawn, and leave out pictures and citations", () => {
  expect(plainOf("[curse] **Each** [1] is a curse. [CAB-39]")).toBe("Each 1 is a curse.");
  expect(plainOf("It is a curse [curse], at once.")).toBe("It is a curse, at once.");
  expect(plainOf("as in CAB-134; `turn_limit`")).toBe("as in CAB-134; turn_limit");
});

test("drawings that lead a line are its key", () => {
  expect(keyOf("[4] [5] One space. [CAB-49]")).toEqual({
    key: ["4", "5"],
    rest: [
      { kind: "text", text: "One space." },
      { kind: "cites", clauses: ["CAB-49"] },
    ],
  });
  expect(keyOf("Roll for [3].").key).toEqual([]);
});

test("the clauses that a line cites come in its order", () => {
  expect(citedIn("One. [CAB-02] Two, see CAB-09. [CAB-01]")).toEqual(["CAB-02", "CAB-01"]);
});
