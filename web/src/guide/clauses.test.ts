import { expect, test } from "vitest";
import type { GuideSection } from "../generated/protocol";
import { chaptersCiting, originOf } from "./clauses";

test("a rule from the book needs no reason", () => {
  expect(originOf("book")).toEqual({ label: "Book", note: "" });
});

test("a ruling says why", () => {
  expect(originOf("ruling: nobody can win them")).toEqual({ label: "Ruling", note: "Nobody can win them" });
});

test("a rule with two sources names both and says which part is whose", () => {
  expect(originOf("book; order by ruling")).toEqual({ label: "Book and ruling", note: "Order by ruling" });
  expect(originOf("book for 3; ruling for 4")).toEqual({ label: "Book and ruling", note: "Book for 3; ruling for 4" });
});

test("an option, a fact and a rule of unknown origin are told apart", () => {
  expect(originOf("option; the free choice is from the book").label).toBe("Option");
  expect(originOf("fact: the box says 25 minutes")).toEqual({ label: "Public fact", note: "The box says 25 minutes" });
  expect(originOf("")).toEqual({ label: "", note: "" });
});

test("a clause leads back to every chapter that cites it, once", () => {
  const chapter = (id: string, ...lines: string[]): GuideSection => ({
    id,
    title: id,
    detail: false,
    blocks: [{ kind: "list", lines, scene: null }],
  });
  const rolling = chapter("rolling", "Roll. [CAB-38] [CAB-39]", "Again. [CAB-38]");
  const curses = chapter("curses", "Each [1]. [CAB-39]");
  const citing = chaptersCiting([rolling, curses]);
  expect(citing.get("CAB-38")).toEqual([rolling]);
  expect(citing.get("CAB-39")).toEqual([rolling, curses]);
  expect(citing.has("CAB-01")).toBe(false);
});
