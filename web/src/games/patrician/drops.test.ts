import { describe, expect, it } from "vitest";
import { dropOf, spotAt } from "./drops";
import { cardBox, centreOf, layoutFor, siteBox } from "./geometry";
import { NONE, PHASE, cardNamed, cityNamed } from "./reading";
import { plan, table } from "./table.fixture";

const [SIENA, ROMA] = [cityNamed("siena"), cityNamed("roma")];
const ROM1 = cardNamed("ROM1");
const onSite = (city: number, site: number) => ({ city, place: { city, site } });

describe("a card of the hand", () => {
  it("is played in its city, and builds on the site on which it is let go", () => {
    const inRoma = { city: ROMA, place: null };
    expect(dropOf(table(), { held: ROM1 }, inRoma)).toEqual({ move: { play: { card: "ROM1" } }, then: null });
    expect(dropOf(table(), { held: ROM1 }, onSite(ROMA, 1))).toEqual({
      move: { play: { card: "ROM1" } },
      then: { floor: { site: 2 } },
    });
  });

  it("builds once it is played", () => {
    const view = plan(table(), "ROM1");
    expect(dropOf(view, { held: ROM1 }, onSite(ROMA, 0))).toEqual({ move: { floor: { site: 1 } }, then: null });
    expect(dropOf(view, { held: ROM1 }, { city: ROMA, place: { card: ROMA } })).toBeNull();
  });

  it("goes back from another city with the reason, and from the hand without a word", () => {
    const refused = dropOf(table(), { held: ROM1 }, onSite(SIENA, 0));
    expect(refused).toEqual({ city: SIENA, reason: expect.stringMatching(/builds in Roma\.$/) });
    expect(dropOf(table(), { held: ROM1 }, "hand")).toBeNull();
  });
});

describe("a card that lies at a city", () => {
  it("is taken into the hand, and nowhere else", () => {
    expect(dropOf(table(), { lying: ROMA }, "hand")).toEqual({ move: { take: { city: "roma" } }, then: null });
    expect(dropOf(table(), { lying: ROMA }, onSite(SIENA, 0))).toBeNull();
  });
});

describe("a top floor", () => {
  const top = { top: { city: ROMA, site: 0 } };

  it("moves to the other site of its city, before or after a card is taken", () => {
    const before = plan(table(), "SIE4");
    const after = table({ phase: PHASE.moving_after });
    expect(dropOf(before, top, onSite(ROMA, 1))).toEqual({ move: { move: { city: "roma", site: 1 } }, then: null });
    expect(dropOf(after, top, onSite(ROMA, 1))).toEqual({
      move: { move_after: { city: "roma", site: 1 } },
      then: null,
    });
  });

  it("goes back from its own site, and from another city with the reason", () => {
    expect(dropOf(table(), top, onSite(ROMA, 0))).toBeNull();
    expect(dropOf(table(), top, onSite(SIENA, 0))).toEqual({ city: SIENA, reason: expect.stringContaining("Roma") });
  });
});

describe("a spot of the map", () => {
  const layout = layoutFor(9, 798, 490);

  it("is a city with what is pointed at in it, or nothing", () => {
    const [site, card] = [siteBox(layout, SIENA, 1), cardBox(layout, SIENA)].map(centreOf);
    expect(spotAt(layout, table(), site!)).toEqual(onSite(SIENA, 1));
    expect(spotAt(layout, table(), card!)).toEqual({ city: SIENA, place: { card: SIENA } });
    expect(spotAt(layout, table(), { x: NONE, y: NONE })).toBeNull();
  });
});
