import { expect, test } from "vitest";
import type { Trail } from "../../table/board";
import { cardNamed, cityNamed, type Move, type View } from "./reading";
import { build, table } from "./table.fixture";
import { marksOf } from "./trails";

function turn(before: View, after: View, move: unknown = null): Trail<View, Move> {
  const step = { seq: 1, ply: 1, passed: 0, actor: 1, move: move as Move | null, sentence: "" };
  return { seat: 1, number: 2, isOver: true, steps: [{ ...step, before, after }] };
}

test("floors that stand where none stood are new", () => {
  const { built, moved, number } = marksOf(turn(build(table(), "lucca", "B", ""), build(table(), "lucca", "BW", "W")));
  const city = cityNamed("lucca");
  expect(built).toEqual([
    { city, site: 0, level: 1 },
    { city, site: 1, level: 0 },
  ]);
  expect(moved).toEqual([]);
  expect(number).toBe(2);
});

test("a floor that changed its site is moved, with both its places", () => {
  const { built, moved } = marksOf(turn(build(table(), "parma", "BW", "R"), build(table(), "parma", "B", "RW")));
  const city = cityNamed("parma");
  expect(built).toEqual([]);
  expect(moved).toEqual([{ from: { city, site: 0, level: 1 }, to: { city, site: 1, level: 1 } }]);
});

test("the card that was taken is named", () => {
  const before = table({ turn: 1 });
  before.face_up[cityNamed("siena")] = cardNamed("ROM5");
  const { taken } = marksOf(turn(before, table(), { take: { city: "siena" } }));
  expect(taken).toEqual({ city: cityNamed("siena"), name: "Roma (Scholar)" });
});

test("messengers and payments are told", () => {
  const after = build(table({ messengers: 1 }), "milano", "WWWW", "BBB");
  after.messenger[2] = 1;
  after.winner[cityNamed("milano")] = [1, 0];
  const { sent, paid } = marksOf(turn(table({ messengers: 1 }), after));
  expect(sent).toEqual([2]);
  expect(paid.map(({ seat, points }) => [seat, points])).toEqual([
    [1, 7],
    [0, 4],
  ]);
});
