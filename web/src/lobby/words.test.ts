import { expect, test } from "vitest";
import type { Listed, SeatInfo } from "../generated/protocol";
import { ago, columnsFor, inWords, labelOf, lineOfMine, lineOfOpen, listOf, spanOf } from "./words";

const MINUTE = 60_000;

function seat(kind: SeatInfo["kind"], name: string, level: string | null = null): SeatInfo {
  return { seat: 0, kind, name, level, away: false, time: null };
}

function table(changes: Partial<Listed>): Listed {
  const seats = [seat("guest", "Mina"), seat("bot", "Bot 2", "top-cat"), seat("guest", "Jonas")];
  return {
    id: "x",
    game: "cat-cab",
    stage: "playing",
    seats,
    free: 0,
    updated: 0,
    yours: true,
    your_turn: false,
    ...changes,
  };
}

test("names are joined as people join them", () => {
  expect(listOf([])).toBe("");
  expect(listOf(["Ada"])).toBe("Ada");
  expect(listOf(["Ada", "Jonas"])).toBe("Ada and Jonas");
  expect(listOf(["Ada", "Jonas", "Top cat"])).toBe("Ada, Jonas and Top cat");
});

test("a table where it is my turn says so first, and names the others", () => {
  const line = lineOfMine(table({ your_turn: true }), "Mina", 0);
  expect(line).toEqual({ first: "Your turn", rest: "against Jonas and Top cat", verb: "Continue", tone: "pri" });
});

test("bots of one level are counted", () => {
  const cat = seat("bot", "House cat", "house-cat");
  const seats = [seat("guest", "Mina"), cat, cat, seat("bot", "Kitten", "kitten")];
  expect(lineOfMine(table({ seats, your_turn: true }), "Mina", 0).rest).toBe("against 2 house cats and Kitten");
});

test("a table where others act says when something happened last", () => {
  expect(lineOfMine(table({}), "Mina", 5 * MINUTE).rest).toBe("Against Jonas and Top cat, last move 5 minutes ago");
});

test("an open table says who waits and how many seats are free", () => {
  const waiting = table({
    stage: "lobby",
    seats: [seat("guest", "Ilse"), seat("open", ""), seat("open", "")],
    free: 2,
  });
  expect(lineOfOpen(waiting)).toMatchObject({ rest: "Ilse is waiting, 2 seats free", verb: "Sit down" });
  expect(lineOfOpen(table({}))).toMatchObject({ rest: "Mina, Jonas and Top cat, playing now", verb: "Watch" });
});

test("time passes in words", () => {
  expect(ago(0, 30_000)).toBe("just now");
  expect(ago(0, MINUTE)).toBe("1 minute ago");
  expect(ago(0, 130 * MINUTE)).toBe("2 hours ago");
  expect(ago(0, 30 * 60 * MINUTE)).toBe("yesterday");
  expect(ago(0, 72 * 60 * MINUTE)).toBe("3 days ago");
});

test("numbers without gaps are a span", () => {
  expect(spanOf([1, 2, 3])).toBe("1–3");
  expect(spanOf([2, 4])).toBe("2, 4");
  expect(spanOf([2])).toBe("2");
});

test("names of the protocol become labels", () => {
  expect(labelOf("entry_gate")).toBe("Entry gate");
  expect(labelOf("level2_set")).toBe("Level 2 set");
});

test("games are counted in words, and their cards stand in even rows", () => {
  expect([0, 1, 5, 10, 12].map(inWords)).toEqual(["Zero", "One", "Five", "Ten", "12"]);
  expect([0, 1, 4, 5, 6, 7, 9, 11].map(columnsFor)).toEqual([1, 1, 4, 5, 3, 4, 5, 4]);
});
