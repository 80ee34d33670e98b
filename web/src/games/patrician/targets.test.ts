import { describe, expect, it } from "vitest";
import type { Choice } from "../../table/board";
import { centreOf, layoutFor } from "./geometry";
import { PHASE, cityNamed, pairNamed, type Move } from "./reading";
import { plan, table } from "./table.fixture";
import { neighbour } from "../boards/rows";
import { boxOf, isOnDeck, moveMeant, placeAt, targetsOf } from "./targets";

const choice = (move: Move): Choice<Move> => ({ move, label: JSON.stringify(move) });
const [SIENA, ROMA] = [cityNamed("siena"), cityNamed("roma")];

describe("choices on the map", () => {
  it("lie on the sites of the city being built in", () => {
    const view = plan(table(), "SIE4");
    const targets = targetsOf(view, [choice({ floor: { site: 1 } }), choice({ floor: { site: 2 } })]);
    expect(targets.map(({ place }) => place)).toEqual([
      { city: SIENA, site: 0 },
      { city: SIENA, site: 1 },
    ]);
  });

  it("lie on top floors, on cards and on roads", () => {
    const targets = targetsOf(table(), [
      choice({ move: { city: "roma", site: 2 } }),
      choice({ move_after: { city: "siena", site: 1 } }),
      choice({ take: { city: "siena" } }),
      choice({ messenger: { between: "siena-roma" } }),
    ]);
    expect(targets.map(({ place }) => place)).toEqual([
      { city: ROMA, site: 1 },
      { city: SIENA, site: 0 },
      { card: SIENA },
      { pair: pairNamed("siena-roma") },
    ]);
  });

  it("leave out what is not done on the map", () => {
    expect(targetsOf(table(), [choice({ play: { card: "SIE4" } }), choice({ no_move: {} })])).toEqual([]);
  });
});

describe("what lies under a point", () => {
  const layout = layoutFor(9, 798, 490);

  it.each([{ city: SIENA, site: 0 }, { city: ROMA, site: 1 }, { card: ROMA }])("is %o in its middle", (place) => {
    expect(placeAt(layout, table(), centreOf(boxOf(layout, place)))).toEqual(place);
  });

  it("is the deck, which plays nothing", () => {
    const at = (x: number, y: number) => ({ x: layout.deck!.x + x, y: layout.deck!.y + y });
    expect([at(2, 2), at(45, 60), at(-4, 2), at(2, 70)].map((point) => isOnDeck(layout, point))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(placeAt(layout, table(), at(2, 2))).toBeNull();
  });

  it("is a road only where messengers run", () => {
    const place = { pair: pairNamed("siena-roma") };
    const point = centreOf(boxOf(layout, place));
    expect(placeAt(layout, table({ messengers: 1 }), point)).toEqual(place);
    expect(placeAt(layout, table(), point)).toBeNull();
  });
});

describe("what a click means", () => {
  it("is a floor on a site of the city being built in, or before a card is played", () => {
    expect(moveMeant(table(), { city: ROMA, site: 0 })).toEqual({ floor: { site: 1 } });
    expect(moveMeant(plan(table(), "ROM1"), { city: ROMA, site: 1 })).toEqual({ floor: { site: 2 } });
  });

  it("is a move in any other city", () => {
    expect(moveMeant(plan(table(), "ROM1"), { city: SIENA, site: 1 })).toEqual({ move: { city: "siena", site: 2 } });
    const late = table({ phase: PHASE.moving_after });
    expect(moveMeant(late, { city: SIENA, site: 0 })).toEqual({ move_after: { city: "siena", site: 1 } });
  });

  it("is taking a card, or sending a messenger", () => {
    expect(moveMeant(table(), { card: ROMA })).toEqual({ take: { city: "roma" } });
    expect(moveMeant(table(), { pair: pairNamed("siena-roma") })).toEqual({ messenger: { between: "siena-roma" } });
  });
});

describe("arrow keys", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 50, y: 4 },
    { x: 10, y: 60 },
    { x: 48, y: 64 },
  ];

  it("go along a row and to the nearest place of the next one", () => {
    expect(neighbour(points, 0, "right")).toBe(1);
    expect(neighbour(points, 1, "down")).toBe(3);
    expect(neighbour(points, 2, "up")).toBe(0);
  });

  it("stay where nothing lies that way", () => expect(neighbour(points, 3, "right")).toBe(3));
});
