import { expect, test } from "vitest";
import { patternInWords } from "./explain";
import { CARDS, type KittyCard } from "./reading";

/** Where the one piece of a pattern lies. */
function told(q2: number, r2: number): string {
  const card: KittyCard = { ...CARDS[0]!, pattern: [{ piece: 3, q2, r2, side: 0, rot: 0 }] };
  return patternInWords(card).replace(/^.*, (.*)\.$/, "$1");
}

test("a pattern says where its pieces lie, as people would", () => {
  expect(told(0, 0)).toBe("on the box");
  expect(told(2, 0)).toBe("1 to the right of the box");
  expect(told(-1, 2)).toBe("1 below the box");
  expect(told(1, -2)).toBe("1 above the box");
  expect(told(1, 2)).toBe("1 to the right of the box and 1 below it");
  expect(told(-4, -2)).toBe("2.5 to the left of the box and 1 above it");
});
