import { describe, expect, test } from "vitest";
import type { Choice, SeatInfo } from "../../table/board";
import { explain, refusalAt } from "./explain";
import { brings } from "./foresight";
import { cardNamed, cityNamed, type Move } from "./reading";
import { build, plan, table } from "./table.fixture";
import { cityRows, playerRows, roadLines } from "./words";

const seats = ["Rosie", "Momo", "Pepper"].map((name, seat): SeatInfo => ({
  ...{ seat, name, kind: "guest", level: null, connected: true },
}));
const offered = (...moves: unknown[]): Choice<Move>[] => moves.map((move) => ({ move: move as Move, label: "" }));

describe("what a card would bring", () => {
  test("begins or takes a tower, and names what is taken", () => {
    const view = build(table(), "roma", "W", "RR");
    view.face_up[cityNamed("roma")] = cardNamed("FIR1");
    expect(brings(view, seats, 0, cardNamed("ROM5"))).toBe(
      "One floor: you would take a tower from Momo. Scholar: 1 of 3. You take Firenze (two crests).",
    );
    expect(brings(view, seats, 0, cardNamed("FIR1"))).toBe(
      "Two floors: you would begin a tower. You take another card.",
    );
  });

  test("fills a city", () => {
    const view = build(table(), "siena", "BBB", "WWW");
    expect(brings(view, seats, 0, cardNamed("SIE5"))).toMatch(/^Fills Siena: you stay ahead\. You take any card\.$/);
  });
});

describe("the table in words", () => {
  test("says of each city how its towers stand and what lies there", () => {
    const view = build(table(), "milano", "BW", "");
    view.face_up[0] = cardNamed("ROM5");
    expect(cityRows(view, seats, 2)[0]).toEqual({
      name: "Milano",
      floors: "2 of 7",
      sites: ["Rosie 1 and Momo 1, led by Momo.", "Empty."],
      pays: "7 and 4",
      card: "Roma (Scholar)",
    });
    expect(cityRows(view, seats, 0)).toHaveLength(9);
    expect(cityRows(view, seats, 0)[0]!.sites[0]).toBe("You 1 and Momo 1, led by Momo.");
    expect(cityRows(view, seats, 1)[0]!.sites[0]).toBe("Rosie 1 and you 1, led by you.");
    expect(explain(view, seats, { city: 0, site: 0 }, 1)).toContain("Site 1: Rosie 1 and you 1, led by you.");
  });

  test("says of each player what everybody may see, and of the own pile more", () => {
    const view = table();
    view.top[1] = cardNamed("ROM5");
    view.pile_size[1] = 1;
    const [own, other] = playerRows(view, 0);
    expect(own).toMatchObject({ played: "no cards", portraits: "Contessa 0, Banker 0, Scholar 0" });
    expect(other).toMatchObject({ played: "1 card, Roma (Scholar) on top", portraits: "Hidden" });
  });

  test("tells of roads with The Messengers alone", () => {
    expect(roadLines(table())).toEqual([]);
    const view = table({ messengers: 1 });
    view.messenger[0] = 1;
    expect(roadLines(view)[0]).toMatch(/: a messenger: each tower there pays 2 more$/);
    expect(roadLines(view)[1]).toMatch(/: free$/);
  });
});

test("a place that is not asked for says what is", () => {
  const site = { city: 0, site: 0 };
  expect(refusalAt(table(), offered({ play: { card: "ROM5" } }), site)).toMatch(/first play a card/);
  expect(refusalAt(plan(table(), "ROM5"), offered({ floor: { site: 1 } }), site)).toBe("Not here: you build in Roma.");
  expect(refusalAt(table(), offered({ take: { city: "roma" } }), { card: 0 })).toMatch(/a card that is ringed/);
  expect(refusalAt(table(), [], site)).toBe("");
});
