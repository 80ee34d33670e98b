import { describe, expect, it } from "vitest";
import type { Trail } from "../../table/board";
import { WIDE } from "./geometry";
import { marksOf } from "./happened";
import { PHASE, gapNamed, roofNamed, type Move, type View } from "./reading";
import { cats, catwalks, shelters, table } from "./table.fixture";

const BROWN = 1;
const ORANGE = 0;

/** A turn of Brown's, from view to view by the moves between them. */
function turn(...steps: (View | Move)[]): Trail<View, Move> {
  const views = steps.filter((_, index) => index % 2 === 0) as View[];
  const moves = steps.filter((_, index) => index % 2 === 1) as Move[];
  return {
    seat: BROWN,
    number: 1,
    isOver: true,
    steps: moves.map((move, ply) => ({
      move,
      seq: ply,
      ply,
      passed: 0,
      actor: BROWN,
      sentence: "",
      before: views[ply]!,
      after: views[ply + 1]!,
    })),
  };
}

const middle = (letter: string) => WIDE.rooftop(roofNamed(letter));

describe("a pair that met", () => {
  // Brown's cats on A and C; Orange has the catwalk A to B and the shelter on B, Brown the one from B to C
  const built = { turn: BROWN, catwalk: catwalks({ 0: "AB", 1: "BC" }), shelter: shelters({ 0: "B" }) };
  const before = table({ ...built, cat: cats({ "1 0": "AC" }), cans: [10, 10, 10, 10] });
  const halfway = table({ ...built, cat: cats({ "1 0": "BC" }), cans: [13, 7, 10, 10] });
  const after = table({ ...built, cat: cats(), cans: [13, 7, 10, 10], fish: [0, 1, 0, 0] });
  const trail = turn(
    before,
    { step: { shape: "sitting", way: "AB" } },
    halfway,
    { step: { shape: "sitting", way: "BC" } },
    after,
  );
  const marks = marksOf(WIDE, after, trail, ORANGE);

  it("leaves a ghost where the walker stood, one way, and a fish where they met", () => {
    expect(marks.cats.map(({ spot }) => spot.x)).toEqual([middle("A").x]);
    expect(marks.ways).toHaveLength(1);
    expect(marks.ways[0]![0]!.x).toBe(middle("A").x);
    expect(marks.ways[0]!.at(-1)!.x).toBe(middle("C").x);
    expect(marks.meetings).toEqual([{ at: middle("C"), fish: true }]);
    expect(marks.numbers).toHaveLength(1);
  });

  it("tells whoever was paid how much, near the places where it was due", () => {
    expect(marks.gained?.cans).toBe(3);
    expect(marks.gained!.at.x).toBeGreaterThan(middle("A").x);
    expect(marks.gained!.at.x).toBeLessThanOrEqual(middle("B").x);
    expect(marksOf(WIDE, after, trail, 2).gained).toBeNull();
    expect(marksOf(WIDE, after, trail, null).gained).toBeNull();
  });

  it("earns no fish in the settlement", () => {
    const late = turn(
      { ...halfway, trigger: 2, phase: PHASE.joining },
      { step: { shape: "sitting", way: "BC" } },
      { ...after, trigger: 2 },
    );
    expect(marksOf(WIDE, after, late, null).meetings).toEqual([{ at: middle("C"), fish: false }]);
  });
});

describe("what is new", () => {
  it("has a frame and the number of the turn, and the dumpster tells what was taken", () => {
    const before = table({ turn: BROWN, phase: PHASE.diving, dumpster: [5, 5, 5, 4, 2] });
    const placing = table({ turn: BROWN, phase: PHASE.placing, dumpster: [5, 5, 5, 0, 2] });
    const after = table({ turn: BROWN, dumpster: [5, 5, 5, 0, 2], catwalk: catwalks({ 1: "DE" }) });
    const trail = turn(before, { dive: { dumpster: "catwalk" } }, placing, { catwalk: { gap: "DE" } }, after);
    const marks = marksOf(WIDE, after, trail, ORANGE);
    expect(marks.frames).toHaveLength(1);
    expect(marks.numbers).toHaveLength(1);
    expect(marks.taken).toEqual({ at: expect.anything(), cans: 4 });
    expect(marks.cats).toEqual([]);
    expect(marks.gained).toBeNull();
  });

  it("is framed as far as it is still there", () => {
    const before = table({ turn: BROWN, phase: PHASE.diving });
    const after = table({ turn: BROWN, cat: cats({ "1 0": "FI" }) });
    const trail = turn(before, { dive: { dumpster: "home1" } }, after);
    expect(marksOf(WIDE, after, trail, ORANGE).frames).toHaveLength(2);
    expect(marksOf(WIDE, table(), trail, ORANGE).frames).toEqual([]);
  });
});

describe("what was taken away", () => {
  it("is a ghost where it lay", () => {
    const before = table({ turn: BROWN, phase: PHASE.lifting, catwalk: catwalks({ 1: "AB" }) });
    const lifted = table({ turn: BROWN, phase: PHASE.putting_down, lifted: gapNamed("AB") });
    const after = table({ turn: BROWN, catwalk: catwalks({ 1: "NO" }) });
    const trail = turn(before, { lift: { place: "AB" } }, lifted, { catwalk: { gap: "NO" } }, after);
    const marks = marksOf(WIDE, after, trail, ORANGE);
    expect(marks.gaps).toEqual([gapNamed("AB")]);
    expect(marks.frames).toHaveLength(1);
  });

  it("are the cats of a pair for which the bank was paid", () => {
    const before = table({ turn: BROWN, phase: PHASE.settling, trigger: 0, cat: cats({ "1 1": "AF" }) });
    const trail = turn(before, { bank: { shape: "lying" } }, table({ turn: BROWN, trigger: 0 }));
    expect(marksOf(WIDE, table(), trail, ORANGE).cats.map(({ spot }) => spot.x)).toEqual([
      middle("A").x,
      middle("F").x,
    ]);
  });
});
