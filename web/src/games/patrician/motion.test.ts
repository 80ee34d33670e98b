import { describe, expect, it } from "vitest";
import type { Step } from "../../table/board";
import { layoutFor } from "./geometry";
import { flightsBetween } from "./map/animation.svelte";
import { TIME, duration, scoredBetween } from "./motion";
import { PHASE, cardNamed, cityNamed, type Move } from "./reading";
import { build, table } from "./table.fixture";

const step = (move: Move | null): Step<Move> => ({ seq: 1, ply: 1, passed: 0, actor: 0, move, sentence: "" });

describe("how long a step takes", () => {
  it("is nothing for what nobody sees", () => expect(duration(step(null), table(), table())).toBe(0));

  it("is longer when a city is completed", () => {
    const after = build(table(), "parma", "BBW", "RW");
    after.winner[cityNamed("parma")] = [0, 1];
    const take = step({ take: { city: "parma" } });
    expect(scoredBetween(table(), after)).toEqual([cityNamed("parma")]);
    expect(duration(take, table(), after)).toBe(TIME.take + TIME.score);
    expect(duration(take, table(), table())).toBe(TIME.take);
  });

  it("is short for the first cards and the whole ending for the last move", () => {
    const laying = table({ phase: PHASE.laying_out });
    expect(duration(step({ lay: { card: "SIE1" } }), laying, laying)).toBe(TIME.deal);
    const over = table({ phase: PHASE.finished });
    expect(duration(step({ show_piles: {} }), table(), over)).toBe(TIME.reveal + TIME.finish);
  });
});

describe("what flies", () => {
  it("is the card that is taken, and tokens to those who won them", () => {
    const [before, after] = [table(), build(table(), "parma", "BBW", "RW")];
    before.face_up[cityNamed("parma")] = cardNamed("ROM2");
    after.winner[cityNamed("parma")] = [0, 1];
    const flights = flightsBetween(layoutFor(9, 798, 490), before, after, { take: { city: "parma" } });
    expect(flights.map(({ piece, seat }) => [piece, seat])).toEqual([
      [{ card: cardNamed("ROM2") }, 0],
      [{ metal: "gold", value: 5 }, 0],
      [{ metal: "silver", value: 2 }, 1],
    ]);
  });
});
