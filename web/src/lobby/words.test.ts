import { expect, test } from "vitest";
import type { Listed, SeatInfo } from "../generated/protocol";
import { ago, columnsFor, inWords, labelOf, lineOfMine, lineOfOpen, listOf, nameOn, spanOf, waiting } from "./words";

const MINUTE = 60_000;

function seat(number: number, kind: SeatInfo["kind"], name: string, level: string | null = null): SeatInfo {
  return { seat: number, kind, name, level, away: false, time: null, learning: null, face: "" };
}

function table(changes: Partial<Listed>): Listed {
  const seats = [seat(0, "guest", "Mina"), seat(1, "bot", "Domino", "top-cat"), seat(2, "guest", "Jonas")];
  return {
    id: "x",
    game: "cat-cab",
    stage: "playing",
    seats,
    free: 0,
    updated: 0,
    yours: true,
    your_turn: false,
    mine: [0],
    name: "",
    turn: null,
    places: [],
    scores: [],
    scored: true,
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
  const line = lineOfMine(table({ your_turn: true }), 0);
  expect(line).toEqual({ first: "Your turn", rest: "against Jonas and Domino", verb: "Continue", tone: "pri" });
});

test("people who share a device do not play against each other's device", () => {
  const seats = [seat(0, "guest", "Mina"), seat(1, "guest", "Mia"), seat(2, "bot", "Pepper", "kitten")];
  expect(lineOfMine(table({ seats, mine: [0, 1], your_turn: true }), 0).rest).toBe("against Pepper");
  expect(lineOfMine(table({ seats: seats.slice(0, 2), mine: [0, 1], your_turn: true }), 0).rest).toBe("on this device");
});

test("a bot of a table from before cats had names is called by its level", () => {
  expect(nameOn(seat(1, "bot", "top-cat", "top-cat"))).toBe("Top cat");
  expect(nameOn(seat(1, "bot", "Domino", "top-cat"))).toBe("Domino");
  expect(nameOn(seat(1, "guest", "Mina", "alley-cat"))).toBe("Mina");
});

test("the game that moved last waits first, and others are counted", () => {
  const old = table({ id: "old", your_turn: true, updated: 1 });
  const last = table({ id: "last", your_turn: true, updated: 3 });
  const idle = [table({ updated: 9 }), table({ stage: "over", your_turn: true, updated: 9 })];
  expect(waiting(idle)).toBe(null);
  expect(waiting([old, ...idle])).toEqual({ table: old, against: "against Jonas and Domino", more: "" });
  expect(waiting([old, last, ...idle])).toMatchObject({ table: last, more: ", and in 1 other game" });
});

test("a table where others act says when something happened last", () => {
  expect(lineOfMine(table({}), 5 * MINUTE).rest).toBe("Against Jonas and Domino, last move 5 minutes ago");
});

test("an open table says who waits and how many seats are free", () => {
  const waiting = table({
    stage: "lobby",
    seats: [seat(0, "guest", "Ilse"), seat(1, "open", ""), seat(2, "open", "")],
    free: 2,
  });
  expect(lineOfOpen(waiting)).toMatchObject({ rest: "Ilse is waiting, 2 seats free", verb: "Sit down" });
  expect(lineOfOpen(table({}))).toMatchObject({ rest: "Mina, Jonas and Domino, playing now", verb: "Watch" });
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
