import { expect, test } from "vitest";
import type { Club, RatingInfo, Ratings } from "../generated/protocol";
import { companyInWords, luckInWords, monthInWords, onScale, ratingInWords, scaleOf, shareWon } from "./words";

const RATING: RatingInfo = {
  game: "cat-cab",
  players: 2,
  against: "people",
  games: 9,
  rating: 1180,
  margin: 70,
  low: 1110,
  middle: 1180,
  high: 1250,
};

test("a rating comes with its margin, and under five games with how many there are", () => {
  expect(ratingInWords(RATING)).toBe("1180 ± 70");
  expect(ratingInWords({ ...RATING, rating: null, games: 1 })).toBe("1 game so far");
});

test("a scale has room for all that stands on it", () => {
  const other = { ...RATING, low: 900, high: 1000 };
  const scale = scaleOf([RATING, other], "people");
  expect(scale).toEqual({ from: 900, to: 1250 });
  expect([900, 1075, 1250, 2000].map((value) => onScale(value, scale))).toEqual([0, 50, 100, 100]);
  expect(onScale(1, scaleOf([], "bots"))).toBe(40);
});

test("luck is told in a sentence, where it is known", () => {
  const told = { luck: -0.012, luck_games: 4 } as Ratings;
  expect(luckInWords(told)).toEqual({
    share: "−1 %",
    words: "luck in a game, on average of 4 reviewed games. It evens out.",
  });
  expect(luckInWords({ ...told, luck: 0.08, luck_games: 1 })).toEqual({
    share: "+8 %",
    words: "luck in a game, on average of 1 reviewed game.",
  });
  expect(luckInWords({ ...told, luck: null })).toBeNull();
});

test("who is here, in words", () => {
  const club = { people: 5, here: [] as unknown[] } as Club;
  expect(companyInWords(club)).toBe("Five people play on this server. Nobody is here now.");
  expect(companyInWords({ ...club, people: 0 })).toBe("Nobody has finished a game on this server. Nobody is here now.");
  expect(companyInWords({ ...club, people: 1, here: [{ name: "Ann", you: true, game: null, face: "" }] })).toBe(
    "One person plays on this server. One is here now.",
  );
});

test("months and shares", () => {
  expect(monthInWords("2026-11")).toBe("November");
  expect(shareWon({ won: 9, lost: 1 })).toBe(90);
  expect(shareWon({ won: 0, lost: 0 })).toBe(0);
});
