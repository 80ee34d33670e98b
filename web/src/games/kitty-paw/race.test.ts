import { describe, expect, it } from "vitest";
import { runnersOf, standingOf } from "./race";
import { PHASE } from "./reading";
import { table } from "./table.fixture";

const race = table({
  phase: PHASE.paws,
  caller: 0,
  called: 10_000,
  players: 4,
  active: 0b1111,
  due: 0b1000,
  reaction: [-1, 900, 600, -1],
  pressed: [0, 1, 2, 0],
});

describe("the paw race", () => {
  it("has the quickest first, whoever was handled first, and then those who still run", () => {
    expect(runnersOf(race, 12_000).map(({ seat }) => seat)).toEqual([2, 1, 3]);
    expect(runnersOf(race, 12_000).map(({ rank }) => rank)).toEqual([1, 2, 0]);
  });

  it("fills the bar of who runs with the time since the Meow, and stops it at the limit", () => {
    const of = (time: number) => runnersOf(race, time).find(({ seat }) => seat === 3)!;
    expect(of(12_500)).toMatchObject({ standing: "running", time: 2500, share: 0.5 });
    expect(of(99_000)).toMatchObject({ time: 5000, share: 1 });
    expect(of(9000)).toMatchObject({ time: 0, share: 0 });
  });

  it("shows the time that counts for a player who has pressed, whatever time it is", () => {
    expect(runnersOf(race, 14_000).find(({ seat }) => seat === 1)).toMatchObject({ standing: "pressed", time: 900 });
  });

  it("leaves out the caller and those who do not race", () => {
    expect(standingOf(race, 0)).toBe("caller");
    expect(standingOf({ ...race, due: 0 }, 3)).toBe("out");
    expect(runnersOf({ ...race, due: 0 }, 12_000).map(({ seat }) => seat)).toEqual([2, 1]);
  });

  it("calls those late who have shown no paw in time", () => {
    const late = { ...race, due: 0, was_last: 0b1000 };
    expect(runnersOf(late, 20_000).find(({ seat }) => seat === 3)).toMatchObject({ standing: "late", share: 1 });
  });
});
