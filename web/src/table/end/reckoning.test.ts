import { describe, expect, it } from "vitest";
import type { Outcome, ScorePart } from "../../generated/protocol";
import { textOf } from "../words";
import {
  barOf,
  cellOf,
  chosen,
  headOf,
  lineOf,
  orderOf,
  sumInWords,
  titleOf,
  toReader,
  whyOf,
  type Who,
} from "./reckoning";
import type { Highlight } from "./story";

const NAMES = ["Socks", "Clover", "Domino", "Pepper"];

function who(own: number | null, isSeated = own !== null): Who {
  return { names: NAMES, own, isSeated };
}

function part(name: string, points: number[], more: Partial<ScorePart> = {}): ScorePart {
  return { name, points, told: `for ${name.toLowerCase()}`, each: 0, things: [], ...more };
}

function ended(places: number[], parts: ScorePart[], more: Partial<Outcome> = {}): Outcome {
  const scores = places.map((_, seat) => parts.reduce((sum, { points }) => sum + points[seat]!, 0));
  return { places, scores, ending: "", scored: true, parts, ...more };
}

const ROOFS = ended(
  [2, 1, 3, 4],
  [
    part("Cans", [8, 21, 14, 19], { each: 1, things: ["can", "cans"] }),
    part("Fish", [40, 30, 30, 20], { each: 10, things: ["fish", "fish"] }),
  ],
);

function title(outcome: Outcome, told: Who): string {
  return textOf(titleOf(outcome, told));
}

describe("the headline", () => {
  it("says who won and by how much", () => {
    expect(title(ROOFS, who(0))).toBe("Clover wins by 3");
    expect(title(ROOFS, who(1))).toBe("You win by 3");
    expect(titleOf(ROOFS, who(0))[0]).toEqual({ text: "Clover", seat: 1 });
  });

  it("tells a broken tie from a shared victory", () => {
    expect(title(ended([1, 2], [part("Pile", [4, 4])]), who(1))).toBe("Socks wins, equal on points");
    expect(title(ended([1, 1, 3], [part("Pile", [4, 4, 9])]), who(1))).toBe("Socks and you share the victory");
    expect(title(ended([1, 1, 1], [part("Pile", [4, 4, 4])]), who(null))).toBe(
      "Socks, Clover and Domino share the victory",
    );
  });

  it("knows games without a winner, without an opponent and without a score", () => {
    expect(title(ended([2, 2], [part("Fares", [0, 0])]), who(0))).toBe("Nobody wins");
    expect(title(ended([1], [part("Pile", [23])]), who(0))).toBe("You end with 23");
    expect(title(ended([1], [part("Pile", [23])]), who(null))).toBe("Socks ends with 23");
    expect(title(ended([2], [], { scored: false, scores: [0] }), who(0))).toBe("You lose");
    expect(title(ended([2], [], { scored: false, scores: [0] }), who(null))).toBe("The game is lost");
  });
});

describe("the reason", () => {
  it("holds the winner against whoever reads it", () => {
    expect(whyOf(ROOFS, who(0), "")).toBe("You had the most fish, 4 of them. But Clover had 13 more cans.");
    expect(whyOf(ROOFS, who(3), "")).toBe("Clover had 1 more fish and 2 more cans than you.");
  });

  it("holds the winner against the second place, whoever won or watches", () => {
    expect(whyOf(ROOFS, who(1), "")).toBe("Socks had the most fish, 4 of them. But you had 13 more cans.");
    expect(whyOf(ROOFS, who(null), "")).toBe("Socks had the most fish, 4 of them. But Clover had 13 more cans.");
  });

  it("counts points where the parts are no things", () => {
    const cities = ended([1, 2], [part("Taller towers", [25, 26]), part("Shorter towers", [12, 8])]);
    expect(whyOf(cities, who(1), "")).toBe(
      "You had 1 more point for taller towers. But Socks had 4 more points for shorter towers.",
    );
    const clear = ended([1, 2], [part("Taller towers", [25, 20]), part("Shorter towers", [12, 8])]);
    expect(whyOf(clear, who(0), "")).toBe(
      "Compared with Clover, you had 5 more points for taller towers and 4 more points for shorter towers.",
    );
  });

  it("turns round where few points are good, or where points are lost", () => {
    const piles = ended(
      [2, 1],
      [part("Pile", [12, 5], { told: "in the pile" }), part("Hand", [1, 3], { told: "in the hand" })],
    );
    expect(whyOf(piles, who(0), "")).toBe(
      "You had 2 fewer points in the hand. But Clover had 7 fewer points in the pile.",
    );
    const cards = ended([1, 2], [part("Cards", [9, 9]), part("Penalties", [-1, -3], { told: "in penalties" })]);
    expect(whyOf(cards, who(1), "")).toBe("Compared with you, Socks had 2 fewer points in penalties.");
  });

  it("is what the game says where no points decided, or no parts are told", () => {
    const tie = ended([1, 2], [part("Pile", [4, 4])]);
    expect(whyOf(tie, who(0), "red wins with fewer cards")).toBe("Red wins with fewer cards.");
    const plain = ended([1, 2], [], { scores: [9, 4] });
    expect(whyOf(plain, who(0), "Socks reached the goal")).toBe("Socks reached the goal.");
    expect(whyOf(ended([1], [part("Pile", [23])]), who(0), "")).toBe("");
  });
});

describe("an ending told to its reader", () => {
  const parts = [
    { text: "Socks", seat: 0 },
    { text: " wins with 48 cans, ahead of ", seat: null },
    { text: "Clover", seat: 1 },
    { text: ", sitting on the left of ", seat: null },
    { text: "Socks", seat: 0 },
  ];

  it("says you, with the verb that goes with it", () => {
    expect(toReader(parts, 0)).toBe("you win with 48 cans, ahead of Clover, sitting on the left of you");
    expect(toReader(parts, 1)).toBe("Socks wins with 48 cans, ahead of you, sitting on the left of Socks");
    expect(toReader(parts, null)).toBe("Socks wins with 48 cans, ahead of Clover, sitting on the left of Socks");
  });

  it("says your", () => {
    const whose = [
      { text: "It was ", seat: null },
      { text: "Socks", seat: 0 },
      { text: "'s game", seat: null },
    ];
    expect(toReader(whose, 0)).toBe("It was your game");
  });
});

describe("the table", () => {
  it("lists places from the first to the last", () => {
    expect(orderOf(ROOFS)).toEqual([1, 0, 2, 3]);
  });

  it("shows things with what each is worth", () => {
    expect(ROOFS.parts.map((each) => cellOf(each, 0))).toEqual(["8", "4 × 10"]);
    expect(cellOf(part("Penalties", [-3]), 0)).toBe("−3");
    expect(cellOf(part("Sets", [0], { each: 6, things: ["set", "sets"] }), 0)).toBe("0");
  });

  it("says where points came from as one would aloud, and leaves out what brought none", () => {
    const parts = [
      part("Fares", [10, 0], { told: "for fares" }),
      part("Leaving", [5, 3], { told: "for leaving the city" }),
    ];
    expect(sumInWords(parts, 0)).toBe("10 for fares, 5 for leaving the city");
    expect(sumInWords(parts, 1)).toBe("3 for leaving the city");
    expect(sumInWords([part("Penalties", [-2], { told: "in penalties" })], 0)).toBe("−2 in penalties");
  });

  it("draws bars as shares of the longest; what is lost has no length", () => {
    expect(barOf(ROOFS.parts, 1)).toEqual([21 / 51, 30 / 51]);
    expect(barOf([part("Cards", [4, 2]), part("Penalties", [-1, -1])], 1)).toEqual([0.5, 0]);
    expect(barOf([part("Cards", [0, 0])], 0)).toEqual([0]);
  });

  it("is told in a line for others", () => {
    expect(lineOf(ROOFS, NAMES, "Hot Tin Roof")).toBe("Hot Tin Roof: Clover 51, Socks 48, Domino 44, Pepper 39");
  });
});

describe("highlights", () => {
  const of = (seat: number | null): Highlight => ({ title: `Seat ${seat}`, seat, text: "" });

  it("are three at most, the own one among them", () => {
    const all = [of(1), of(2), of(3), of(0)];
    expect(chosen(all, null)).toEqual(all.slice(0, 3));
    expect(chosen(all, 2)).toEqual(all.slice(0, 3));
    expect(chosen(all, 0).map(({ seat }) => seat)).toEqual([1, 2, 0]);
  });

  it("name whose they were", () => {
    expect(headOf({ title: "Longest drive", seat: 1, text: "" }, who(1))).toBe("Longest drive: you");
    expect(headOf({ title: "Longest drive", seat: 1, text: "" }, who(0))).toBe("Longest drive: Clover");
    expect(headOf({ title: "Best shelter", seat: 0, who: "yours", text: "" }, who(0))).toBe("Best shelter: yours");
  });
});
