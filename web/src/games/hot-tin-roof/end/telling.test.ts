import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../../table/board";
import { whole } from "../../../table/end/story.fixture";
import type { Move } from "../reading";
import { cats, catwalks, shelters, table } from "../table.fixture";
import { columns, highlights } from "./telling";

const seats = ["Mina", "Jonas", "Clover", "Pepper"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));
const roofs = {
  cat: cats({ "0 0": "KO" }),
  catwalk: catwalks({ 0: "NO", 1: "JK", 2: "JO" }),
  shelter: shelters({ 3: "J", 1: "D" }),
};
/** Mina empties a dumpster, walks from K to J (1 to Jonas, 2 to Pepper) and on to D (3 to Jonas). */
const views = [
  table({ ...roofs, dumpster: [5, 9, 5, 2, 2] }),
  table({ ...roofs, cans: [19, 10, 10, 10] }),
  table({ ...roofs, cans: [16, 11, 10, 12] }),
  table({ ...roofs, cans: [13, 14, 10, 12] }),
];
const moves: Move[] = [
  { dive: { dumpster: "home2" } },
  { step: { shape: "sitting", way: "KJ" } },
  { step: { shape: "sitting", way: "JD" } },
];

describe("at the end", () => {
  const story = whole(views, moves, [{ seat: 0, from: 0, to: 3 }], seats, 3);

  it("tolls are told, in and out", () => {
    expect(columns(story)).toEqual([
      { name: "Tolls in", values: ["0", "+ 4", "0", "+ 2"] },
      { name: "Tolls out", values: ["− 6", "0", "0", "0"] },
    ]);
  });

  it("crossings, dumpsters and shelters are told", () => {
    expect(highlights(story)).toEqual([
      { title: "Longest crossing", seat: 0, text: "2 roofs in turn 1, for 6 cans" },
      { title: "Fullest dumpster", seat: 0, text: "9 cans in turn 1" },
      { title: "Best shelter", seat: 1, who: "Jonas's at the Delgados", text: "3 cans in tolls" },
      { title: "Most tolls", seat: 1, text: "4 cans from the others" },
    ]);
  });

  it("an own shelter is yours, and a catwalk's toll is not the shelter's", () => {
    const own = whole(views.slice(1, 3), moves.slice(1, 2), [{ seat: 0, from: 0, to: 1 }], seats, 3);
    expect(highlights(own).find(({ title }) => title === "Best shelter")).toMatchObject({
      who: expect.stringMatching(/^yours at the /),
      text: "2 cans in tolls",
    });
    const both = table({ ...roofs, catwalk: catwalks({ 3: "JK" }), cans: [19, 10, 10, 10] });
    const paid = { ...both, cans: [16, 10, 10, 13] };
    const one = whole([both, paid], moves.slice(1, 2), [{ seat: 0, from: 0, to: 1 }], seats, 0);
    expect(highlights(one).find(({ title }) => title === "Best shelter")?.text).toBe("2 cans in tolls");
  });
});
