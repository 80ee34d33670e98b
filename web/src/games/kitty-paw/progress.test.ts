import { describe, expect, it } from "vitest";
import { PAGE } from "./generated";
import { easiest, faultLines, missingInWords, nextStep, placeFromBox, progressOf, wantedOn } from "./progress";
import { CARDS, HIDE, IN_HAND, placeNamed, type View } from "./reading";
import { cardNamed, table } from "./table.fixture";

const I05 = cardNamed("I-05");
const [EXOTIC, RUSSIAN, , EUROPEAN, BOMBAY, PERSIAN] = [0, 1, 2, 3, 4, 5];

/** Seat 0 with card I-05 and everything where it belongs, but for what a test changes. */
function built(change: (view: View) => void = () => {}): View {
  const view = structuredClone(table({ card: [I05, 1, 2, -1] }));
  for (const { piece, place, side, rot } of wantedOn(view, 0)) {
    view.place[0]![piece] = place;
    view.side[0]![piece] = side;
    view.rot[0]![piece] = rot;
  }
  change(view);
  return view;
}

describe("how far a picture is", () => {
  it("counts what lies exactly as on the card", () => {
    expect(progressOf(table({ card: [I05, 1, 2, -1] }), 0)).toEqual({ right: 0, all: 5 });
    expect(progressOf(built(), 0)).toEqual({ right: 5, all: 5 });
    expect(
      progressOf(
        built((view) => (view.side[0]![BOMBAY] = 0)),
        0,
      ),
    ).toEqual({ right: 4, all: 5 });
    expect(
      progressOf(
        built((view) => (view.rot[0]![EXOTIC] = 1)),
        0,
      ),
    ).toEqual({ right: 4, all: 5 });
    expect(progressOf(table(), 3)).toBeNull();
  });

  it("is told with the right number of verbs", () => {
    expect(missingInWords(table({ card: [I05, 1, 2, -1] }), 0)).toMatch(/^None of five lie right\./);
    const one = built((view) => [RUSSIAN, EUROPEAN, BOMBAY, PERSIAN].forEach((piece) => (view.place[0]![piece!] = -1)));
    expect(missingInWords(one, 0)).toMatch(/^One of five lies right\./);
    expect(missingInWords(built(), 0)).toBe("All five lie right.");
    expect(
      missingInWords(
        built((view) => (view.box_side[0] = 1)),
        0,
      ),
    ).toMatch(/^Five of five lie right\. When all do/);
  });
});

describe("what comes next", () => {
  it("is the kitty on the box first, by its look and its place", () => {
    const step = nextStep(table({ card: [I05, 1, 2, -1] }), 0, true)!;
    expect(step.words).toBe("Next: the orange cat, awake, on your box.");
    expect(step.need).toMatchObject({ piece: EXOTIC, place: PAGE.start });
  });

  it("is the box card while it lies the wrong way", () => {
    expect(
      nextStep(
        built((view) => (view.box_side[0] = 1)),
        0,
        true,
      )!.words,
    ).toBe("Next: turn your box card over.");
    expect(
      nextStep(
        built((view) => (view.box_side[0] = 1)),
        0,
        true,
      )!.need,
    ).toMatchObject({ piece: -1, place: PAGE.start });
  });

  it("is where the tile in the hand belongs", () => {
    const view = built((view) => (view.place[0]![RUSSIAN] = IN_HAND));
    expect(nextStep(view, 0, false)!.words).toBe("Put the blue-grey cat, awake, one row below your box, to the right.");
  });

  it("is to say so in the words of the game when everything lies there", () => {
    expect(nextStep(built(), 0, false)!.words).toBe("Everything lies there. Say Meow.");
    expect(
      nextStep(
        built((view) => (view.calm = 1)),
        0,
        false,
      )!.words,
    ).toBe("Everything lies there. Say that you have finished.");
  });

  it("names what lies wrong only where that is told", () => {
    const view = built((view) => (view.side[0]![BOMBAY] = 0));
    expect(nextStep(view, 0, true)!.words).toMatch(/^Set right: the black cat, asleep/);
    expect(nextStep(view, 0, false)!.words).toBe("Everything lies there. Say Meow.");
  });

  it("is to look for the hidden animal when all tiles lie there", () => {
    const view = structuredClone(table({ card: [cardNamed("IIb-01"), 1, 2, -1] }));
    view.box_side[0] = CARDS[cardNamed("IIb-01")]!.box;
    for (const { piece, place, side } of wantedOn(view, 0))
      if (piece !== HIDE) [view.place[0]![piece], view.side[0]![piece]] = [place, side];
    expect(nextStep(view, 0, false)!.words).toBe("Next: find the Himalayan under a box.");
  });

  it("says where a place lies from the box", () => {
    const from = (name: string) => placeFromBox(table(), 0, placeNamed(name));
    expect(from("5,4")).toBe("right of your box");
    expect(from("2,4")).toBe("further left of your box");
    expect(from("4,2")).toBe("two rows above your box");
  });
});

describe("the easiest card", () => {
  it("has the fewest pieces, and is the first of several", () => {
    expect(easiest([3, -1, 1, 0], (card) => card + 4)).toBe(3);
    expect(easiest([3, 1, 1], (card) => card)).toBe(1);
    expect(easiest([-1, -1], () => 1)).toBe(-1);
  });
});

describe("what went wrong", () => {
  const faults = (change: (view: View) => void, ...pieces: number[]) =>
    faultLines(
      built((view) => {
        change(view);
        view.faults[0] = pieces.reduce((bits, piece) => bits | (1 << piece), 0);
      }),
      0,
    );

  it("is told piece by piece", () => {
    expect(faults((view) => (view.side[0]![BOMBAY] = 0), BOMBAY)).toEqual(["The Bombay should be asleep."]);
    expect(faults((view) => (view.rot[0]![EXOTIC] = 1), EXOTIC)).toEqual([
      "The Exotic Shorthair should be turned 1 step to the left.",
    ]);
    expect(faults((view) => (view.place[0]![PERSIAN] = -1), PERSIAN)).toEqual([
      "The Persian is missing, left of the box.",
    ]);
    expect(faults((view) => (view.place[0]![PERSIAN] = placeNamed("1,1")), PERSIAN)).toEqual([
      "The Persian should lie left of the box.",
    ]);
    expect(faults((view) => (view.place[0]![2] = placeNamed("1,1")), 2)).toEqual([
      "The Egyptian Mau is not on the card.",
    ]);
    expect(faults((view) => (view.box_side[0] = 1), PAGE.box_bit)).toEqual(["The box card should be horizontal."]);
  });

  it("is nothing for a right picture", () => {
    expect(faultLines(built(), 0)).toEqual([]);
  });
});
