import { expect, test } from "vitest";
import type { Step } from "./board";
import { Chronicle, turnsOf } from "./chronicle";
import { pastOf, trailAt } from "./trails";
import type { View } from "./truth";

/** Moves as "0r 1a 1*": who moves, and what; an asterisk stands for luck in somebody's turn. */
function play(moves: string): Chronicle {
  const start = { turn: Number(moves[0]), done: "" };
  const words = moves.split(" ");
  const lines = words.map((word, ply) => ({
    ply,
    actor: word[1] === "*" ? ("luck" as const) : Number(word[0]),
    move: { [word[1]!]: {} },
    sentence: "Red moves.",
    changes: { turn: Number(words[ply + 1]?.[0] ?? -1), done: word },
    odds: null,
  }));
  return Chronicle.of({ seat: 0, start, lines });
}

const heads = { turn: (view: View) => ((view.turn as number) < 0 ? null : (view.turn as number)) };
const decides = (step: Step<unknown>) => !("q" in (step.move as object));

function past(moves: string, viewer: number | null = 0, isOver = true) {
  const chronicle = play(moves);
  return pastOf(chronicle, turnsOf(chronicle, heads), { viewer, decides, isOver });
}

/** Trails as "1:2 ab": the number, the seat, what was done. */
const told = (trails: ReturnType<typeof past>["fresh"]) =>
  trails.map(
    ({ number, seat, steps }) =>
      `${number}:${seat} ${steps.map(({ move }) => Object.keys(move as object)[0]).join("")}`,
  );

test("the others' turns since the own decision are numbered in order of play", () => {
  expect(told(past("1z 0a 1b 1c 2d 3e").fresh)).toEqual(["1:1 bc", "2:2 d", "3:3 e"]);
});

test("every step has the table before and after it", () => {
  const [trail] = past("0a 1b 1c").fresh;
  expect(trail!.steps.map(({ before, after }) => [before.done, after.done])).toEqual([
    ["0a", "1b"],
    ["1b", "1c"],
  ]);
});

test("luck belongs to the turn in which it falls", () => {
  expect(told(past("0a 1b 1*").fresh)).toEqual(["1:1 b*"]);
});

test("they go when the viewer has played, but each one's last turn is still known by its number", () => {
  const { fresh, last } = past("0a 1b 2c 0d");
  expect(fresh).toEqual([]);
  expect(told([...last.values()])).toEqual(["1:1 b", "2:2 c"]);
});

test("what only prepares an own decision leaves them", () => {
  expect(told(past("0a 1b 2c 0q").fresh)).toEqual(["1:1 b", "2:2 c"]);
});

test("after an own decision in somebody's turn only the rest of it is new", () => {
  const chronicle = play("0a 1b 1c 1d");
  chronicle.entries[2]!.actor = 0;
  const { fresh, last } = pastOf(chronicle, turnsOf(chronicle, heads), { viewer: 0, decides, isOver: true });
  expect(told(fresh)).toEqual(["1:1 d"]);
  expect(told([...last.values()])).toEqual(["1:1 bcd"]);
});

test("those who only watch see one round", () => {
  expect(told(past("0a 1b 2c 0d 1e", null).fresh)).toEqual(["1:2 c", "2:0 d", "3:1 e"]);
});

test("a turn that is being played is not over", () => {
  expect(past("0a 1b 2c", 0, false).fresh.map(({ isOver }) => isOver)).toEqual([true, false]);
});

test("in a replay the turn looked at is told as far as it has come, whoever's it is", () => {
  const chronicle = play("0a 1b 1c 0d");
  const turns = turnsOf(chronicle, heads);
  expect(trailAt(chronicle, turns, 0)).toBeNull();
  expect(told([trailAt(chronicle, turns, 2)!])).toEqual(["1:1 b"]);
  expect(trailAt(chronicle, turns, 2)!.isOver).toBe(false);
  expect(told([trailAt(chronicle, turns, 3)!])).toEqual(["1:1 bc"]);
  expect(told([trailAt(chronicle, turns, 4)!])).toEqual(["1:0 d"]);
});
