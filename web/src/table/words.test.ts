import { describe, expect, test } from "vitest";
import type { SeatInfo as ToldSeat } from "../generated/protocol";
import { CATS } from "../art/coats";
import {
  addressed,
  clockFace,
  FURS,
  headed,
  partsOf,
  placeInWords,
  pointsInWords,
  reachInWords,
  seatsOf,
  tableName,
  textOf,
  versionsOf,
  withoutSubject,
} from "./words";

function seat(number: number, kind: ToldSeat["kind"], name: string, level: string | null = null): ToldSeat {
  return { seat: number, kind, name, level, away: false, time: null, learning: null, face: "" };
}

const CALLED = ["Red", "Blue"];
const SEATS = seatsOf([seat(0, "guest", "Mina"), seat(1, "bot", "Domino", "top-cat")], [true]);

describe("seats", () => {
  test("bots are called by their names, and seats that wait are open", () => {
    expect(SEATS.map(({ name }) => name)).toEqual(["Mina", "Domino"]);
    expect(SEATS.map(({ cat }) => cat)).toEqual([null, "Domino"]);
    expect(seatsOf([seat(1, "bot", "top-cat", "top-cat")], [])[0]).toMatchObject({ name: "Top cat" });
    expect(seatsOf([seat(0, "friend", "")], [])[0]).toMatchObject({ kind: "open", name: "Free seat" });
  });

  test("a guest for whom a bot plays keeps the name", () => {
    expect(seatsOf([seat(0, "guest", "Mina", "alley-cat")], [])[0]).toMatchObject({
      name: "Mina",
      level: "alley-cat",
      cat: null,
    });
  });

  test("those who played in a record keep their names, and bots of an old one are called by their levels", () => {
    const absent = [seat(0, "absent", "Mina"), seat(1, "absent", "house-cat")];
    expect(seatsOf(absent, []).map(({ name }) => name)).toEqual(["Mina", "House cat"]);
  });

  test("equal names are told apart by number", () => {
    const same = [seat(0, "guest", "Mina"), seat(1, "guest", "Mina")];
    expect(seatsOf(same, []).map(({ name }) => name)).toEqual(["Mina 1", "Mina 2"]);
  });
});

describe("sentences", () => {
  test("names stand where the rules say colours", () => {
    const parts = partsOf("Red places 1 curse on Blue.", CALLED, SEATS);
    expect(textOf(parts)).toBe("Mina places 1 curse on Domino.");
    expect(parts.map(({ seat }) => seat)).toEqual([0, null, 1, null]);
  });

  test("a colour that is no seat stays a colour", () => {
    expect(textOf(partsOf("Red takes the red D6. Redder is no seat.", CALLED, SEATS))).toBe(
      "Mina takes the red D6. Redder is no seat.",
    );
  });

  test("a sentence without names is one part, and no sentence is none", () => {
    expect(partsOf("The die shows 5.", CALLED, SEATS)).toEqual([{ text: "The die shows 5.", seat: null }]);
    expect(partsOf("", CALLED, SEATS)).toEqual([]);
    expect(partsOf("Red rolls.", [], SEATS)).toEqual([{ text: "Red rolls.", seat: null }]);
  });

  test("under somebody's heading they need not be named again", () => {
    const said = (sentence: string, about: number | null) =>
      textOf(withoutSubject(partsOf(sentence, CALLED, SEATS), about));
    expect(said("Red rolls 6 dice.", 0)).toBe("Rolls 6 dice.");
    expect(said("Red's white die 2 shows 5.", 0)).toBe("White die 2 shows 5.");
    expect(said("Blue goes back to (1, 2).", 0)).toBe("Domino goes back to (1, 2).");
    expect(said("Red rolls 6 dice.", null)).toBe("Mina rolls 6 dice.");
  });

  test("a prompt says who, and what to do", () => {
    const { head, body } = headed(partsOf("It's Blue's turn to roll the dice.", CALLED, SEATS));
    expect([textOf(head), textOf(body)]).toEqual(["It's Domino's turn", "to roll the dice."]);
    const move = headed(partsOf("It's Blue's move: go back 2 spaces.", CALLED, SEATS));
    expect([textOf(move.head), textOf(move.body)]).toEqual(["It's Domino's move:", "go back 2 spaces."]);
    const last = headed(partsOf("It's Red's turn to end the game, or take the last step back.", CALLED, SEATS));
    expect(textOf(last.body)).toBe("to end the game, or take the last step back.");
    expect(headed(partsOf("Waiting.", CALLED, SEATS)).head).toEqual([]);
  });
});

test("a table has the same name wherever its link is opened", () => {
  expect(tableName("abc")).toBe(tableName("abc"));
  expect(tableName("abc")).not.toBe(tableName("abd"));
  expect(tableName("abc")).toMatch(/^[A-Z][a-z]+ \d{1,2}$/);
  expect(FURS.filter((name) => CATS.some((cat) => cat === name))).toEqual([]);
});

test("clocks show minutes and seconds, and stop at zero", () => {
  expect([clockFace(61_000), clockFace(59_001), clockFace(-5)]).toEqual(["1:01", "1:00", "0:00"]);
});

test("a name that only contains what a seat is called is nobody's", () => {
  const sentence = "Blue grabs the Russian Blue.";
  expect(textOf(partsOf(sentence, CALLED, SEATS, ["Russian Blue"]))).toBe("Domino grabs the Russian Blue.");
});

test("a connection that became slower is told apart", () => {
  expect(reachInWords({ ms: 40, strange: false })).toBe("40 ms are taken off for the connection.");
  expect(reachInWords({ ms: 240, strange: true })).toMatch(/slower than it was. 240 ms/);
});

describe("what does not fit", () => {
  const versions = (sentence: string) => {
    const { head, body } = headed(partsOf(sentence, CALLED, SEATS));
    return versionsOf(head, body).map((version) => [textOf(version.head), textOf(version.body)].join(" ").trim());
  };

  test("is said without brackets, then in its first sentence, then with its head alone", () => {
    expect(versions("It's Red's turn to lay 2 cards (the top first). Then the turn ends.")).toEqual([
      "It's Mina's turn to lay 2 cards (the top first). Then the turn ends.",
      "It's Mina's turn to lay 2 cards. Then the turn ends.",
      "It's Mina's turn to lay 2 cards.",
      "It's Mina's turn.",
    ]);
  });

  test("is never cut in the middle of a sentence, and keeps names whole", () => {
    expect(versions("Red passes. Blue rolls 2.5 times.")).toEqual([
      "Mina passes. Domino rolls 2.5 times.",
      "Mina passes.",
    ]);
    expect(versions("Red passes.")).toEqual(["Mina passes."]);
    expect(versions("")).toEqual([""]);
  });

  test("keeps who is meant", () => {
    const [, second] = versionsOf([], partsOf("Blue passes. Red is next.", CALLED, SEATS));
    expect(second?.body[0]).toEqual({ text: "Domino", seat: 1 });
  });
});

test("whoever shares a device is called by name", () => {
  const called = addressed(partsOf("Your turn: give Blue a card.", CALLED, SEATS), 0, "Mina");
  expect(textOf(called)).toBe("Mina, your turn: give Domino a card.");
  expect(textOf(headed(called).head)).toBe("Mina, your turn:");
  expect(called[0]).toEqual({ text: "Mina", seat: 0 });
  const others = partsOf("It's Blue's turn to roll.", CALLED, SEATS);
  expect(addressed(others, 0, "Mina")).toBe(others);
  expect(addressed([], 0, "Mina")).toEqual([]);
});

describe("results", () => {
  test("a game that was lost alone has neither a place nor points", () => {
    expect(placeInWords(2, false)).toBe("lost");
    expect(pointsInWords(undefined)).toBe("no score");
  });

  test("points are counted", () => {
    expect([0, 1, 2].map(pointsInWords)).toEqual(["0 points", "1 point", "2 points"]);
    expect(placeInWords(2, true)).toBe("2nd");
  });
});
