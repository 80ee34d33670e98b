import { expect, test } from "vitest";
import type { DealDocument, DealResult } from "../generated/protocol";
import { dayBefore, longDay, ordinal, scoreOf, shareText, spanInWords, untilInWords } from "./words";

const OWN: DealResult = { rank: 3, name: "Mina", points: 11, place: 1, time: 780_000, you: true, table: "t" };
const DEAL = { day: "2026-11-20", title: "Rollecate, alone", scored: true, players: 5 } as DealDocument;

test("days are those of the server, wherever somebody reads of them", () => {
  expect(longDay("2026-11-20")).toBe("Friday, 20 November");
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
});

test("times and places are told as people say them", () => {
  expect([0, 840_000, 3_600_000, 7_500_000].map(spanInWords)).toEqual(["under a minute", "14 min", "1 h", "2 h 5 min"]);
  expect([60_000, 18_000_000, 3_000_000].map(untilInWords)).toEqual(["in 1 minute", "in 5 hours", "in 50 minutes"]);
  expect([1, 2, 3, 4, 11, 12, 21, 102].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "21st",
    "102nd",
  ]);
});

test("without points the place at the table tells how somebody did", () => {
  expect(scoreOf(OWN, { scored: true })).toBe("11 points");
  expect(scoreOf(OWN, { scored: false })).toBe("won");
  expect(scoreOf({ ...OWN, place: 2 }, { scored: false })).toBe("second at the table");
});

test("what is sent to others is plain text with the drawing in its middle", () => {
  expect(shareText(DEAL, OWN, ["──┐", "  ╳"], "cats.example/daily")).toBe(
    "Tabbytop, 20 November: Rollecate, alone\n11 points, 3rd of 5\n\n──┐\n  ╳\n\ncats.example/daily",
  );
  expect(shareText({ ...DEAL, players: 1 }, OWN, [], "x")).toBe(
    "Tabbytop, 20 November: Rollecate, alone\n11 points\n\nx",
  );
});
