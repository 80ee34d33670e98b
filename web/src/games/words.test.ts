import type { Component } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../table/board";

const WORDS = import.meta.glob<{ default: Component<any> }>("./*/Words.svelte", { eager: true });
const TABLES = import.meta.glob<{ table: (fields?: object) => object }>("./*/table.fixture.ts", { eager: true });

const seats = ["Rosie", "Momo", "Pepper", "Biscuit"].map((name, seat): SeatInfo => ({
  ...{ seat, name, kind: "guest", level: null, connected: true },
}));

/** What a table needs for everything to be told. */
const HELD: Record<string, object> = { patrician: { hand: [[], [0, 1, 2], [], [], []] } };

/** The table of a game in words, as seat 1 reads it. */
function told(game: string): string {
  const view = TABLES[`./${game}/table.fixture.ts`]!.table(HELD[game]) as { seats?: number; players?: number };
  const sitting = seats.slice(0, view.seats ?? view.players);
  const props = { view, viewer: 1, seats: sitting, scores: [3, 2, 1, 0], choices: [], trails: [] };
  return render(WORDS[`./${game}/Words.svelte`]!.default, { props }).body.replace(/<!--.*?-->/g, "");
}

describe.each(Object.keys(WORDS).map((path) => path.split("/")[1]!))("the table of %s in words", (game) => {
  const body = told(game);

  it("is made of headings, lists and tables with names", () => {
    expect(body).toMatch(/<h2[^>]*>[^<]+/);
    expect(body).toMatch(/<(ul|ol)[^>]*>\s*<li/);
    expect(body).toMatch(/<caption[^>]*>(Players|Drivers)</);
    for (const table of body.split("<table").slice(1)) {
      expect(table).toMatch(/<caption[^>]*>[^<]+/);
      expect(table).toMatch(/<th scope="col"/);
      expect(table).toMatch(/<th scope="row"/);
    }
    expect(body).not.toMatch(/<(svg|img|pre|canvas)/);
  });

  it("calls whoever reads it you, and everybody else by name", () => {
    expect(body).toContain('<th scope="row">You</th>');
    expect(body).toContain('<th scope="row">Rosie</th>');
    expect(body).not.toContain("Momo");
  });
});

it("there are words for every game", () => expect(Object.keys(WORDS)).toHaveLength(5));
