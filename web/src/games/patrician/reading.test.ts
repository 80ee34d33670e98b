import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../table/board";
import { outlooks, payInWords } from "./explain";
import { foresee } from "./foresight";
import { CARDS, cardNamed, cityNamed, leaderOf, pileOf, portraitsOf, setsIn, tokenOf, towersOf } from "./reading";
import { build, plan, table } from "./table.fixture";

const [BLACK, WHITE, RED] = [0, 1, 2];
const seats: SeatInfo[] = ["Rosie", "Momo", "Vera"].map((name, seat) => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));
const towers = (one: string, other: string) => towersOf(build(table(), "bologna", one, other), cityNamed("bologna"));

describe("the flag of a tower", () => {
  it("is that of whoever has most floors", () => expect(leaderOf(towers("BBWB", "")[0])).toBe(BLACK));
  it("goes to the higher one of two with as many", () => {
    expect(leaderOf(towers("RWWRB", "BBWW")[0])).toBe(RED);
    expect(leaderOf(towers("RWWRB", "BBWW")[1])).toBe(WHITE);
  });
  it("goes to the highest of three with one each", () => expect(leaderOf(towers("WBR", "")[0])).toBe(RED));
  it("is nobody's on an empty site", () => expect(leaderOf(towers("", "B")[0])).toBe(-1));
});

describe("towers with a plan", () => {
  it("have the planned floors on top", () => {
    const view = plan(build(table(), "siena", "W", ""), "SIE1", 0, 1);
    const drawn = towersOf(view, cityNamed("siena"));
    expect(drawn[0]).toEqual([
      { seat: WHITE, planned: false },
      { seat: BLACK, planned: true },
    ]);
    expect(drawn[1]).toEqual([{ seat: BLACK, planned: true }]);
  });

  it("show a top floor where it is to be moved", () => {
    const view = plan(build(table(), "firenze", "RB", "WB"), "BOL7", 0);
    view.plan_move[0] = 2 * cityNamed("firenze");
    const drawn = towersOf(view, cityNamed("firenze"));
    expect(drawn.map((tower) => tower.map(({ seat }) => seat))).toEqual([[RED], [WHITE, BLACK, BLACK]]);
  });

  it("are left alone while somebody else plans unseen", () => {
    const view = build(table({ turn: 1, acting: 1 }), "siena", "W", "");
    expect(towersOf(view, cityNamed("siena"))[0]).toHaveLength(1);
  });
});

describe("what a card would bring", () => {
  it("tells who would lead each tower", () => {
    const view = build(table(), "lucca", "W", "WW");
    const found = outlooks(view, seats, BLACK, cityNamed("lucca"), 1);
    expect(found.map(({ then }) => then)).toEqual([BLACK, WHITE]);
    expect(found.map(({ words }) => words)).toEqual(["you take it from Momo", "Momo keeps it"]);
  });

  it("tells what a full city pays, messengers included", () => {
    const view = build(table({ messengers: 1 }), "parma", "BBW", "R");
    view.beside[cityNamed("parma")] = 1;
    const drawn = towersOf(plan(view, "PAR4", 1), cityNamed("parma"));
    expect(payInWords(view, seats, BLACK, cityNamed("parma"), drawn)).toBe(
      "Parma is full then: 7 for you and 4 for you.",
    );
    expect(tokenOf(cityNamed("parma"), drawn, 0)).toBe(5);
  });

  it("names the card that is taken, and the set that is completed", () => {
    const view = table();
    view.face_up[cityNamed("siena")] = cardNamed("BOL1");
    view.portraits[0] = [0, 2, 0];
    const found = foresee(view, seats, BLACK, cardNamed("SIE4"), -1);
    expect(found.takes).toBe("Then you take Bologna (two crests).");
    expect(found.symbol).toBe("Banker: a set of 3, 6 points.");
    expect(found.pays).toBe("");
  });
});

describe("piles", () => {
  it("are read by their owners alone", () => {
    const view = table();
    view.known[0]![cardNamed("SIE4")] = 5;
    view.known[0]![cardNamed("ROM1")] = 6;
    expect(pileOf(view, 0, 0).map((card) => CARDS[card]!.id)).toEqual(["SIE4"]);
    expect(pileOf(view, 1, 0)).toEqual([]);
    expect(portraitsOf(view, 1, 0)).toBeNull();
  });

  it("are read by everybody where they lie open", () => {
    const view = table({ open_piles: 1 });
    view.open_pile[cardNamed("ROM1")] = 1;
    expect(pileOf(view, 1, 0).map((card) => CARDS[card]!.id)).toEqual(["ROM1"]);
    expect(portraitsOf(view, 1, 0)).toEqual([0, 0, 0]);
  });

  it("count sets of the same person only", () => expect(setsIn([4, 2, 6])).toBe(3));
});
