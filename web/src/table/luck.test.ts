import { describe, expect, test } from "vitest";
import type { LogEntry, Move } from "../generated/protocol";
import { chosen, movesOf, verdict } from "./luck";
import { bytesOf } from "./sha256";

// The expected numbers were computed by the engine itself.
const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const PLIES = Array.from({ length: 12 }, (_, ply) => ply);

test("outcomes are those of the engine", () => {
  const seed = bytesOf(SEED);
  expect(PLIES.map((ply) => chosen(seed, ply, [1, 1, 1, 1, 1, 1]))).toEqual([4, 3, 4, 3, 1, 3, 4, 3, 0, 2, 3, 4]);
  expect(PLIES.map((ply) => chosen(seed, ply, [5, 1, 3]))).toEqual([2, 2, 2, 2, 0, 0, 0, 0, 0, 1, 2, 2]);
});

test("what falls into the rest that would be unfair is drawn again", () => {
  const third = 2937895071433822;
  expect(chosen(bytesOf(SEED), 955, [third, third, third])).toBe(1);
});

const die = (shows: number): Move => ({ die: { shows } });
const ODDS = [1, 2, 3, 4, 5, 6].map((shows) => ({ move: die(shows), weight: 1 }));

function line(ply: number, actor: LogEntry["actor"]): LogEntry {
  const odds = actor === "luck" ? ODDS : null;
  return { ply, actor, move: null, sentence: "", changes: {}, odds };
}

describe("a verdict", () => {
  const lines = [line(0, "luck"), line(1, 0), line(2, "luck"), line(3, "luck")];
  const moves = [die(5), { roll: {} }, die(5), die(4)];

  test("a game that kept its promise holds", () => {
    expect(verdict(COMMITMENT, SEED, 0, lines, moves)).toEqual({ kept: true, checked: 3, wrong: [] });
  });

  test("another seed than the promised one is noticed", () => {
    expect(verdict(COMMITMENT.replace("6", "7"), SEED, 0, lines, moves).kept).toBe(false);
  });

  test("a die that shows something else is found", () => {
    expect(verdict(COMMITMENT, SEED, 0, lines, [die(5), { roll: {} }, die(6), die(4)]).wrong).toEqual([2]);
  });

  test("moves taken over from another game are not this luck's", () => {
    expect(verdict(COMMITMENT, SEED, 3, lines, [die(1), { roll: {} }, die(1), die(4)])).toMatchObject({
      checked: 1,
      wrong: [],
    });
  });
});

test("a record holds a header, the moves and a result", () => {
  const record = '{"tabbytop":1}\n{"seat":"luck","move":{"die":{"shows":3}}}\n{"places":[1]}\n';
  expect(movesOf(record)).toEqual([die(3)]);
});
