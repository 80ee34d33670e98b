import { expect, test } from "vitest";
import { READER, turn } from "../boards/trail/trail.fixture";
import { cardNamed, cityNamed, type Move, type View } from "./reading";
import { recap } from "./recap";
import { build, table } from "./table.fixture";

/** A table with a card at Lucca, before and after it was taken. */
function faced(view: View, card: string | null): View {
  view.face_up[cityNamed("lucca")] = card ? cardNamed(card) : -1;
  return view;
}

test("a floor, a card, and who leads the city now", () => {
  const before = faced(build(table({ seats: 5 }), "lucca", "WWW", "YY"), "PAR2");
  const after = faced(build(table({ seats: 5 }), "lucca", "WWWW", "YY"), null);
  expect(
    recap(turn<View, Move>(before, [null, before, "house"], [{ take: { city: "lucca" } }, after]), READER),
  ).toEqual({
    line: "A floor in Lucca, took *Parma (Banker twice)*.",
    steps: ["builds one floor in *Lucca*, the fourth there", "takes *Parma (Banker twice)* from Lucca"],
    means: "Lucca needs one more floor. Pepper leads the taller tower, Clover the shorter one.",
  });
});

test("a floor of yours that was moved", () => {
  const before = build(build(table(), "roma", "", ""), "parma", "BB", "W");
  const after = build(build(table(), "roma", "W", ""), "parma", "B", "WB");
  const told = recap(turn<View, Move>(before, [null, after]), READER);
  expect(told.line).toBe("A floor in Roma, moved *your* floor in Parma.");
  expect(told.steps[1]).toBe("moves your top floor in *Parma* to the other tower");
});

test("a city that is complete, and what you win there", () => {
  const before = build(table(), "parma", "BB", "WW");
  const after = build(table(), "parma", "BBW", "WW");
  after.winner[cityNamed("parma")] = [0, 1];
  expect(recap(turn<View, Move>(before, [null, after]), READER).means).toBe(
    "Parma is complete: you win the taller tower for 5, Pepper the shorter one for 2.",
  );
});
