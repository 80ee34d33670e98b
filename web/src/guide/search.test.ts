import { expect, test } from "vitest";
import type { ClauseInfo, GuideInfo } from "../generated/protocol";
import { find, indexOf, type Part } from "./search";

const GUIDE: GuideInfo = {
  game: "cat-cab",
  title: "How to play",
  sections: [
    {
      id: "rolling",
      title: "Rolling and re-rolling",
      blocks: [
        { kind: "text", lines: ["Roll five white dice. [CAB-32]"], scene: null },
        { kind: "list", lines: ["Each [1] is a curse. [CAB-39]", "Four curses stop you."], scene: null },
      ],
      detail: false,
    },
    {
      id: "sabotage",
      title: "Sabotage",
      blocks: [{ kind: "text", lines: ["Hand a curse to a rival at the café."], scene: null }],
      detail: true,
    },
  ],
  clauses: [
    { id: "CAB-03", text: "The board is a grid.", origin: "book" },
    { id: "CAB-39", text: "Every turn die that comes up 1 gives its roller 1 curse at once.", origin: "book" },
    {
      id: "CAB-134",
      text: `A long rule: ${"on and on it goes ".repeat(12)}until somebody is eliminated, ${"and on ".repeat(20)}`,
      origin: "book",
    },
  ],
  scenes: {},
};
const INDEX = indexOf(GUIDE);

function targets(query: string): string[] {
  return find(INDEX, query).map((result) => result.target);
}

function rule(id: string, text: string): ClauseInfo {
  return { id, text, origin: "book" };
}

function hits(parts: Part[]): string[] {
  return parts.filter((part) => part.hit).map((part) => part.text);
}

test("nothing is found for nothing, and for words that are not there", () => {
  expect(find(INDEX, "  ")).toEqual([]);
  expect(find(INDEX, "locomotive")).toEqual([]);
});

test("every word of the query must be there", () => {
  expect(targets("curse rival")).toEqual(["sabotage"]);
  expect(targets("curse locomotive")).toEqual([]);
});

test("a chapter is found once, at the block that answers best", () => {
  const [first] = find(INDEX, "four curses");
  expect(first).toMatchObject({ kind: "chapter", target: "rolling", block: 1 });
  expect(targets("curse").filter((target) => target === "rolling")).toHaveLength(1);
});

test("a chapter that is called so comes before those that only say so", () => {
  expect(targets("sabotage")[0]).toBe("sabotage");
});

test("words that stand together come before words that are only somewhere", () => {
  const guide = {
    ...GUIDE,
    sections: [],
    clauses: [rule("CAB-01", "four cats and a curse"), rule("CAB-02", "four curses")],
  };
  expect(find(indexOf(guide), "four curse").map((result) => result.target)).toEqual(["CAB-02", "CAB-01"]);
});

test("beginnings, plurals, hyphens and accents do not matter", () => {
  expect(targets("sabot")).toContain("sabotage");
  expect(targets("rivals")).toEqual(["sabotage"]);
  expect(targets("reroll")).toContain("rolling");
  expect(targets("cafe")).toEqual(["sabotage"]);
});

test("small numbers are found as words and as digits", () => {
  expect(find(INDEX, "4 curses")[0]).toMatchObject({ target: "rolling", block: 1 });
  expect(targets("one curse")).toContain("CAB-39");
});

test("a clause is found by its name and by its number", () => {
  expect(targets("CAB-39")[0]).toBe("CAB-39");
  expect(targets("cab-3")).not.toContain("CAB-134");
  expect(targets("39")[0]).toBe("CAB-39");
  expect(targets("3")).toEqual(["CAB-03"]);
});

test("what was found is marked, in the title and in the text", () => {
  const [first] = find(INDEX, "curse rival");
  expect(hits(first!.context)).toEqual(["curse", "rival"]);
  expect(hits(find(INDEX, "sabotage")[0]!.title)).toEqual(["Sabotage"]);
});

test("a long text is cut around what was found, between words", () => {
  const [result] = find(INDEX, "eliminated");
  const shown = result!.context.map((part) => part.text).join("");
  expect(shown).toMatch(/^… .*eliminated.* …$/);
  expect(shown.length).toBeLessThan(130);
  expect(hits(result!.context)).toEqual(["eliminated"]);
});

test("a long text shows as much as possible of what was found", () => {
  const text = `a curse, ${"and so on ".repeat(9)}until four curses stop you ${"for good ".repeat(9)}`;
  const [result] = find(indexOf({ ...GUIDE, sections: [], clauses: [rule("CAB-01", text)] }), "four curses");
  expect(hits(result!.context)).toEqual(["four", "curses"]);
});

test("a short text is shown whole", () => {
  const [result] = find(INDEX, "grid");
  expect(result!.context).toEqual([
    { text: "The board is a ", hit: false },
    { text: "grid", hit: true },
    { text: ".", hit: false },
  ]);
});
