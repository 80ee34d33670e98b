import { expect, it } from "vitest";
import { PHASE, ROOFTOPS } from "./reading";
import { cats, catwalks, shelters, table } from "./table.fixture";
import { dumpstersInWords, playersInWords, roofsInWords, standInWords, walksInWords } from "./words";

const seats = ["Socks", "Pepper", "Domino", "Clover"].map((name, seat) => ({
  seat,
  name,
  kind: "bot" as const,
  level: null,
  connected: true,
}));
const view = table({
  cat: cats({ "0 0": "KN", "1 1": "KA" }),
  catwalk: catwalks({ 0: "JK", 1: "AB BC" }),
  shelter: shelters({ 1: "J" }),
  catwalks: [5, 4, 6, 6],
  shelters: [3, 2, 3, 3],
  fish: [1, 0, 0, 0],
});

it("tells of every player what they have and where their cats are", () => {
  const [you, pepper] = playersInWords(view, seats, 0);
  expect(you).toMatchObject({ name: "You", food: 20, cans: 10, fish: 1, reserve: "5 catwalks and 3 shelters" });
  expect(you!.cats).toBe("sitting at the Kims and the Newmans; lying in reserve");
  expect(pepper).toMatchObject({ name: "Pepper", cats: "sitting in reserve; lying at the Kims and the Abbotts" });
});

it("tells of every roof whose it is, who stands there and where gaps lead", () => {
  const roofs = roofsInWords(view, seats, 0);
  expect(roofs).toHaveLength(ROOFTOPS.length);
  expect(roofs.find(({ letter }) => letter === "K")).toMatchObject({
    name: "Kims",
    shelter: "none",
    cats: "your sitting cat and Pepper's lying cat",
    neighbours: "Ellisons, Finches, Johnstons (bridged)",
  });
  expect(roofs.find(({ letter }) => letter === "J")!.shelter).toBe("Pepper's");
});

it("lists catwalks by their owners, and nobody who has none", () => {
  expect(walksInWords(view, seats, 0)).toEqual([
    { name: "You", gaps: ["Johnstons to Kims"] },
    { name: "Pepper", gaps: ["Abbotts to Bakers", "Bakers to Carters"] },
  ]);
});

it("counts cans and fish in right plurals", () => {
  const lines = dumpstersInWords(table({ dumpster: [0, 1, 2, 3, 4] }));
  expect(lines[0]).toMatch(/^Home dumpster 1: 0 cans, and a pair of cats for the \w+ and the \w+\.$/);
  expect(lines[1]).toContain(": 1 can,");
  expect(lines[3]).toBe("The catwalk dumpster: 3 cans, and a catwalk to build or to move.");
  expect(standInWords(table({ market: 1 }))).toContain("1 of 14 fish is left in the market");
  expect(standInWords(table({ market: 0, trigger: 2 }))).toContain("0 of 14 fish are left");
  expect(standInWords(table({ phase: PHASE.finished }))).toContain("The game is over.");
});
