import { describe, expect, test } from "vitest";
import type { Moved, News, Now, TableInfo, Welcome } from "../generated/protocol";
import { canonical, hashOf, Truth, type View } from "./truth";

const TABLE = { stage: "playing", seats: [] } as unknown as TableInfo;

function now(seq: number, view: View | null, seat: number | null = 0): Now {
  return { seq, ply: seq, seat, hash: view ? hashOf(view) : "", choices: [], scores: [] } as unknown as Now;
}

function welcome(seq: number, view: View): Welcome {
  const you = { guest: "g", name: "Mina", seats: [0], host: true, invite: null };
  return { type: "welcome", protocol: 1, table: TABLE, you, connected: [], watching: 0, view, now: now(seq, view) };
}

function moved(seq: number, changes: View): Moved {
  return { type: "moved", seq, at: 0, ply: seq, passed: 0, actor: 0, move: {}, sentence: "", changes };
}

function news(events: Moved[], moment: Now, view: View | null = null): News {
  return { type: "news", events, now: moment, table: null, view };
}

function begun(): Truth {
  const truth = new Truth();
  truth.start(welcome(5, { a: 1, b: 1 }));
  return truth;
}

test("the hash of a view is the server's", () => {
  const view = { b: [1, -2, [3]], a: { y: "ü", x: null }, c: true };
  expect(canonical(view)).toBe('{"a":{"x":null,"y":"ü"},"b":[1,-2,[3]],"c":true}');
  expect(hashOf(view)).toBe("f3889f2cc64fadeb");
});

describe("following news", () => {
  test("events are applied one by one, each with the views before and after it", () => {
    const truth = begun();
    const heard = truth.follow(news([moved(6, { a: 2 }), moved(7, { b: 3 })], now(7, { a: 2, b: 3 })));
    expect(heard).toMatchObject({
      happened: [
        { before: { a: 1, b: 1 }, after: { a: 2, b: 1 } },
        { before: { a: 2, b: 1 }, after: { a: 2, b: 3 } },
      ],
      jump: false,
    });
    expect(truth.seq).toBe(7);
  });

  test("a gap is noticed, and nothing is applied", () => {
    const truth = begun();
    expect(truth.follow(news([moved(7, { a: 9 })], now(7, { a: 9, b: 1 })))).toBe("gap");
    expect(truth.view).toEqual({ a: 1, b: 1 });
    expect(truth.seq).toBe(5);
  });

  test("what is known is left out, and what is new among it is not", () => {
    const truth = begun();
    expect(truth.follow(news([moved(5, { a: 9 })], now(5, { a: 9, b: 1 })))).toBe("known");
    truth.follow(news([moved(5, { a: 9 }), moved(6, { b: 2 })], now(6, { a: 1, b: 2 })));
    expect(truth.view).toEqual({ a: 1, b: 2 });
  });

  test("news that come late are no news", () => {
    const truth = begun();
    expect(truth.follow(news([], now(4, { a: 0, b: 0 })))).toBe("known");
  });

  test("a view that is not the server's is noticed", () => {
    expect(begun().follow(news([moved(6, { a: 2 })], now(6, { a: 3, b: 1 })))).toBe("different");
  });

  test("a change of perspective is told, and brings the view it leads to", () => {
    const truth = begun();
    const view = { a: 7, b: 7 };
    expect(truth.follow(news([moved(6, { a: 2 })], now(6, view, 1), view))).toMatchObject({ jump: true });
    expect(truth.view).toEqual(view);
  });
});
