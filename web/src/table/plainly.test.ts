import { expect, it } from "vitest";
import { inWords, toldBySeat, toldOfAll } from "./plainly";

const naming = { by_seat: ["cards_held"], phases: { draw: 0, play_card: 1 } };
const view = { phase: 1, cards_held: [3, 4], pile: [], row: [[1, 2], [3]], deck: [1, 2, 3, 4, 5, 6, 7], top: null };

it("what seats have is told by seat, in the order that is asked for", () => {
  expect(toldBySeat(view, naming, [1, 0])).toEqual([{ name: "Cards held", values: ["4", "3"] }]);
});

it("what lies on the table is told with names, phases by their own, much of it as lists", () => {
  expect(toldOfAll(view, naming)).toEqual([
    { name: "Phase", line: "Play card", items: [] },
    { name: "Pile", line: "none", items: [] },
    { name: "Row", line: "", items: ["1, 2", "3"] },
    { name: "Deck", line: "", items: ["1", "2", "3", "4", "5", "6", "7"] },
    { name: "Top", line: "none", items: [] },
  ]);
  expect(toldOfAll({ phase: 7 }, naming)).toEqual([{ name: "Phase", line: "7", items: [] }]);
});

it("any value is a line of words", () => {
  expect(inWords({ left: 2, of_all: [1, 2] })).toBe("Left 2, Of all 1, 2");
  expect(inWords([[1, 2], []])).toBe("1, 2; none");
});
