import { expect, test } from "vitest";
import type { SeatInfo } from "../../table/board";
import { boxInWords, overview, patternInWords, tileInWords, verdictInWords, whyClosed } from "./explain";
import { CARDS, type KittyCard, NONE, PHASE } from "./reading";
import { table } from "./table.fixture";

const seats = ["Rosie", "Momo", "Pepper"].map((name, seat): SeatInfo => ({
  ...{ seat, name, kind: "guest", level: null, connected: true },
}));

test("whoever reads is you", () => {
  expect(overview(table(), seats, 0)).toBe("You: 0 points; Momo: 0 points; Pepper: 0 points");
  expect(verdictInWords(table({ verdict: [0, 1, 0, 0] }), 1, seats, 1)).toBe("Your picture is right");
  const view = table({ hide_slot: [2, NONE, NONE, NONE], peeking: [NONE, 4, NONE, NONE] });
  expect(boxInWords(view, seats, 0, 2, "")).toBe("Box 3 is empty: you have its card");
  expect(boxInWords(view, seats, 1, 2, "")).toBe("Box 3 is empty: Rosie has its card");
  expect(boxInWords(view, seats, 0, 4, "")).toBe("Momo looks under box 5");
  expect(boxInWords(view, seats, 1, 4, "")).toBe("Put box 5 down");
});

test("what cannot be pressed says why", () => {
  const hiding = CARDS.findIndex(({ animal }) => animal >= 0);
  const seeking = table({ card: [hiding, 1, 2, NONE] });
  expect(whyClosed(seeking, 0)).toBe("");
  expect(boxInWords(seeking, seats, 0, 0, "")).toBe("Look under box 1");
  expect(whyClosed(table(), 0)).toBe("your card asks for no animal");
  expect(boxInWords(table(), seats, 0, 0, whyClosed(table(), 0))).toBe("Under box 1: your card asks for no animal");
  expect(whyClosed({ ...seeking, hide: [3, NONE, NONE, NONE] }, 0)).toBe("you have an animal already");
  expect(whyClosed(table({ card: [NONE, 1, 2, NONE] }), 0)).toBe("first take a card");
  expect(whyClosed(table({ phase: PHASE.gathering }), 0)).toBe("nobody looks there now");
  expect(tileInWords(4, 0, true)).toBe("Bombay, awake, you have one");
  expect(tileInWords(4, 1, false)).toBe("Bombay, asleep");
});

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
