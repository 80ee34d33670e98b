import { describe, expect, it } from "vitest";
import {
  SHORT,
  TALL,
  WHOLE_WIDTH,
  WIDE,
  catSpot,
  cornersOf,
  layoutFor,
  placeInCrowd,
  roofBox,
  rounded,
  type Box,
  type Layout,
} from "./geometry";
import { DUMPSTERS, GAPS, ROOFTOPS, catsOn, roofNamed, wayNamed } from "./reading";
import { cats, table } from "./table.fixture";
import { keyOf, placeAt, pointOf } from "./targets";

const ALL: [string, Layout][] = [
  ["wide", WIDE],
  ["tall", TALL],
  ["short", SHORT],
];

function overlap(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0;
}

describe.each(ALL)("the %s board", (_, layout) => {
  const roofs = ROOFTOPS.map((__, rooftop) => roofBox(layout, rooftop));
  const dumpsters = DUMPSTERS.map((__, dumpster) => layout.dumpster(dumpster));
  const all = [...roofs, ...dumpsters, layout.market, layout.stock];

  it("has room for everything, side by side", () => {
    all.forEach((one, index) =>
      all.slice(index + 1).forEach((other, more) => {
        expect(overlap(one, other), `${index} and ${index + 1 + more}`).toBe(false);
      }),
    );
  });

  it("is large enough for everything", () => {
    for (const { x, y, width, height } of all) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(layout.width);
      expect(y + height).toBeLessThanOrEqual(layout.height);
    }
  });

  it("finds every place under its own middle", () => {
    const places = [
      ...ROOFTOPS.map((__, rooftop) => ({ rooftop })),
      ...DUMPSTERS.map((__, dumpster) => ({ dumpster })),
      ...GAPS.map((__, gap) => ({ gap })),
    ];
    for (const place of places) {
      const found = placeAt(layout, pointOf(layout, place));
      expect(found && keyOf(found)).toBe(keyOf(place));
    }
  });

  it("joins each gap to its own two roofs and to no other", () => {
    GAPS.forEach(({ a, b, id }, gap) => {
      const { from, to } = layout.span(gap);
      const near = [from, to].map((end) => {
        const distances = roofs.map(({ x, y, width, height }) =>
          Math.hypot(Math.max(x - end.x, 0, end.x - x - width), Math.max(y - end.y, 0, end.y - y - height)),
        );
        return distances.indexOf(Math.min(...distances));
      });
      expect(
        near.sort((one, other) => one - other),
        id,
      ).toEqual([a, b]);
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("keeps %i cats apart and on their roof", (count) => {
    const spots = Array.from({ length: count }, (__, index) => placeInCrowd(layout, 7, index, count));
    const roof = roofBox(layout, 7);
    spots.forEach(({ x, y, size }, index) => {
      expect(x - size / 2).toBeGreaterThanOrEqual(roof.x - 1);
      expect(x + size / 2).toBeLessThanOrEqual(roof.x + roof.width + 1);
      expect(y - size).toBeGreaterThanOrEqual(roof.y - 4);
      for (const other of spots.slice(index + 1))
        expect(Math.abs(other.x - x) >= size * 0.8 || Math.abs(other.y - y) >= size * 0.8).toBe(true);
    });
  });
});

describe("cats", () => {
  it("stand in the order of their owners", () => {
    const view = table({ cat: cats({ "0 0": "HA", "2 1": "HB", "3 0": "HC" }) });
    const across = catsOn(view, roofNamed("H")).map((cat) => catSpot(WIDE, view, cat).x);
    expect(across).toEqual([...across].sort((one, other) => one - other));
    expect(new Set(across).size).toBe(3);
  });
});

describe("walks", () => {
  it("lead from deck to deck through both ends of every gap", () => {
    const ways = [wayNamed("KJ"), wayNamed("JO")];
    const [start, end] = [WIDE.rooftop(roofNamed("K")), WIDE.rooftop(roofNamed("O"))];
    const corners = cornersOf(WIDE, ways, start, end);
    expect(corners).toHaveLength(10);
    expect([corners[0], corners.at(-1)]).toEqual([start, end]);
    expect(corners[2]!.x).toBeGreaterThan(corners[3]!.x);
  });

  it("are drawn with round corners", () => {
    const line = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ];
    expect(rounded(line, 4)).toBe("M0 0L6 0Q10 0 10 4L10 10");
  });
});

describe("the place of a board", () => {
  it("has the tall board where it is narrow and upright, the wide one on a phone that lies on its side", () => {
    expect(layoutFor(344, 457).name).toBe("tall");
    expect(layoutFor(480, 374).name).toBe("wide");
    expect(layoutFor(772, 700).name).toBe("wide");
    expect(layoutFor(374).name).toBe("tall");
  });

  it("is filled from side to side on the narrowest phone", () => {
    for (const height of [344 * WHOLE_WIDTH, 410, 457, 500]) {
      const { scale, width } = layoutFor(344, height);
      expect(scale * width).toBeCloseTo(344);
    }
  });

  it.each([
    [344, 380],
    [344, 457],
    [374, 496],
    [408, 318],
    [441, 344],
    [480, 374],
    [585, 456],
    [804, 627],
    [1200, 936],
  ])("of %i x %i has letters of 11 pixels or more", (width, height) => {
    const { text, chip, scale } = layoutFor(width, height);
    expect(scale * text).toBeGreaterThanOrEqual(11);
    expect((scale * chip * 11.5) / 22).toBeGreaterThanOrEqual(11);
  });

  it("leaves room for the longest name", () => {
    for (const [width, height] of [
      [408, 318],
      [480, 374],
      [804, 627],
    ] as const) {
      const { text, rooftop } = layoutFor(width, height);
      const apart = rooftop(1).x - rooftop(0).x;
      expect(("Holloways".length * 0.58 + 0.9) * text).toBeLessThan(apart);
    }
  });
});
