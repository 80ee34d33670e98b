/** What each game says is pressed for its moves, where that is more than one thing. */
import { expect, test } from "vitest";
import { touch as touchRoofs } from "./hot-tin-roof/touching";
import { SHAPES, WAYS, type Move as RoofMove, type View as RoofView } from "./hot-tin-roof/reading";
import { touch as touchPaw } from "./kitty-paw/touching";
import type { View as PawView } from "./kitty-paw/reading";
import { touch as touchTowers } from "./patrician/touching";
import { CARDS } from "./patrician/reading";
import { playOf } from "./patrician/targets";
import { touch as touchRails } from "./rollecate/touching";
import type { Move as RailMove } from "./rollecate/reading";

const way = WAYS[0]!;
const step = { step: { shape: SHAPES[0]!, way: way.id } } as RoofMove;

function roofs(first: number, second: number): RoofView {
  return { turn: 0, cat: [[[first, second], []]] } as unknown as RoofView;
}

test("a cat is pressed before the roof it walks to, or its partner there", () => {
  const far = [0, 1, 2].find((roof) => roof !== way.from && roof !== way.to)!;
  expect(touchRoofs(step, { view: roofs(way.from, far), choices: [] })).toEqual(["cat 0 0", `rooftop ${way.to}`]);
  expect(touchRoofs(step, { view: roofs(far, way.from), choices: [] })).toEqual(["cat 0 1", `rooftop ${way.to}`]);
  expect(touchRoofs(step, { view: roofs(way.from, way.to), choices: [] })).toEqual(["cat 0 0", "cat 0 1"]);
});

test("a card that can bend both ways is picked before the way, another is played at once", () => {
  const straight = { build: { card: "1 straight", bend: "straight" } } as RailMove;
  const [left, right] = ["left", "right"].map((bend) => ({ build: { card: "1 curve", bend } }) as RailMove);
  const offer = (...moves: RailMove[]) => ({ choices: moves.map((move) => ({ move, label: "" })) });
  expect(touchRails(straight, offer(straight))).toHaveLength(1);
  expect(touchRails(left!, offer(left!, right!))).toHaveLength(2);
  expect(touchRails({ pass: {} }, offer())).toEqual(["pass"]);
});

test("a piece on the mat is tapped before it is turned, one in the hand is not", () => {
  const turn = { turn: { piece: "mau", way: "left" } } as const;
  const view = (place: number) => ({ place: [Array(8).fill(place)], players: 1 }) as unknown as PawView;
  expect(touchPaw(turn, { view: view(3), viewer: 0 })).toEqual(["piece 2", "turn mau left"]);
  expect(touchPaw({ meow: {} }, { view: view(3), viewer: 0 })).toEqual(["meow"]);
});

test("a card leads to its city", () => {
  expect(touchTowers(playOf(0))).toHaveLength(2);
  expect(touchTowers(playOf(0))[1]).toBe(`city ${CARDS[0]!.city}`);
  expect(touchTowers({ take_none: {} } as never)).toEqual(["take_none"]);
});
