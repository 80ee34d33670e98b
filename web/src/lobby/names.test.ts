import { expect, test } from "vitest";
import { CATS } from "../art/coats";
import cases from "./names.cases.json";
import { keptName, namesFor, problemsWith, problemWith, proposals, type Given } from "./names";

const NOBODY: Given = { mine: "", before: [], chosen: {}, first: 0 };

test.each(cases)("$given is kept and judged as the server does", ({ given, kept, fits }) => {
  expect(keptName(given)).toBe(kept);
  expect(problemWith(kept) === "").toBe(fits);
});

test("whoever gave no name is proposed one: the last one, or a number", () => {
  expect(proposals("Socks", [], 3)).toEqual(["Socks", "Player 2", "Player 3"]);
  expect(proposals("", [], 1)).toEqual(["Player 1"]);
  expect(proposals("Socks", ["Mia", "Mio"], 2)).toEqual(["Socks", "Mio"]);
  expect(proposals("", ["Mia", "Mio"], 2)).toEqual(["Mia", "Mio"]);
  expect(proposals("Mio", ["Mia", "mio"], 2)).toEqual(["Mio", "Player 2"]);
  expect(proposals("Socks", ["Socks", "\u202eMio"], 2)).toEqual(["Socks", "Player 2"]);
});

test("cats bring their names, each once, and never that of a person", () => {
  const bots = ["me", "top-cat", "kitten", "kitten"];
  expect(namesFor(bots, { ...NOBODY, mine: "Socks" })).toEqual(["Socks", "Marmalade", "Pepper", "Domino"]);
  expect(namesFor(bots, { ...NOBODY, mine: "pepper" })).toEqual(["pepper", "Marmalade", "Domino", "Clover"]);
  expect(namesFor(bots, { ...NOBODY, first: CATS.length - 1 }).slice(1)).toEqual(["Juniper", "Marmalade", "Pepper"]);
  expect(namesFor(bots, { ...NOBODY, chosen: { 2: "Marmalade" } }).slice(1)).toEqual(["Pepper", "Marmalade", "Domino"]);
  expect(namesFor(bots, { ...NOBODY, chosen: { 0: "Misty ", 1: "Misty" } })[1]).toBe("Marmalade");
  expect(namesFor(["me", "friend", "open", "kitten"], NOBODY)).toEqual(["Player 1", "", "", "Marmalade"]);
});

test("a table of more than twelve bots is opened too", () => {
  const names = namesFor(
    Array.from({ length: 14 }, () => "kitten"),
    NOBODY,
  );
  expect(new Set(names.filter(Boolean)).size).toBe(12);
});

test("names are judged at their fields", () => {
  const two = ["me", "kitten", "me"];
  expect(problemsWith(two, ["Socks", "Marmalade", "Mia"], "Socks")).toEqual(["", "", ""]);
  expect(problemsWith(two, ["Socks", "Marmalade", " socks"], "Socks")[2]).toBe("socks has a seat already.");
  expect(problemsWith(two, ["", "Marmalade", "😀😀"], "Socks")).toEqual([
    "Everybody needs a name.",
    "",
    "Use letters, figures, spaces, hyphens and apostrophes only.",
  ]);
  // what one is called already may be longer or stranger than a name that is given here
  expect(problemsWith(["me"], ["Rosie 🐈 of the long tail"], "Rosie 🐈 of the long tail")).toEqual([""]);
});
