import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Now, Undone } from "../generated/protocol";
import { settings } from "../settings.svelte";
import { readOut } from "./announcing";
import { BETWEEN, STEP } from "./pace";
import { LOG, VIEW, moved, now, welcome } from "./session.fixture";
import { change } from "../me.svelte";
import { Session } from "./session.svelte";
import { hear, paint, restart, wire } from "./session.wire";

vi.mock("./connection", async () => ({ Connection: (await import("./session.wire")).FakeConnection }));
vi.mock("../settings.svelte", async () => (await import("./session.wire")).fakeSettings);
vi.mock("./motion", async () => (await import("./session.wire")).fakeMotion);
vi.mock("../games", async () => (await import("./session.wire")).fakeGames);
vi.mock("../games/catalogue.svelte", async () => (await import("./session.wire")).fakeCatalogue);
vi.mock("../me.svelte", () => ({ change: vi.fn(async () => ({})) }));
vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  get: (await import("./session.wire")).fetchLog,
}));

let session: Session;

beforeEach(async () => {
  restart(LOG);
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  session = new Session("x", null);
  session.start();
  await hear(welcome());
});

afterEach(() => vi.useRealTimers());

test("what the others do is shown step by step, and nothing can be chosen meanwhile", async () => {
  wire.pace = 1;
  vi.useFakeTimers();
  const view = { a: 2, b: 1 };
  const events = [moved(3, 1, { a: 1 }), moved(4, "luck", { a: 2 }), moved(5, 1, { b: 1 })];
  wire.options!.hear({ type: "news", events, now: now(5, view), table: null, view: null }, 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.live?.view).toEqual({ a: 1, b: 0 });
  expect(session.isBusy).toBe(true);
  expect(session.choices).toEqual([]);
  vi.advanceTimersByTime(STEP);
  expect(session.live?.view).toEqual({ a: 2, b: 0 });
  vi.advanceTimersByTime(100);
  expect(session.live?.view).toEqual(view);
  expect(session.isBusy).toBe(true);
  vi.advanceTimersByTime(STEP + BETWEEN);
  expect(session.isBusy).toBe(false);
  expect(session.choices).toHaveLength(1);
});

test("is there at once for those who want it quick, and its trail stays until they play", async () => {
  wire.pace = 1;
  settings.pace = "quick";
  await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
  expect(session.isBusy).toBe(false);
  expect(session.live).toMatchObject({ view: { a: 1, b: 0 }, pace: 0 });
  expect(session.props!.trails).toMatchObject([{ seat: 1, number: 1, steps: [{ ply: 2 }] }]);
  await hear({
    type: "news",
    events: [moved(4, 0, { b: 1 })],
    now: now(4, { a: 1, b: 1 }, { actor: 1, choices: [] }),
    table: null,
    view: null,
  });
  expect(session.props!.trails).toEqual([]);
  expect(session.happened.lastOf(1)).toMatchObject({ number: 1 });
});

test("is shown alone while its line in the rail is pointed at, also after it has gone from the board", async () => {
  wire.pace = 1;
  settings.pace = "quick";
  const events = [moved(3, 1, { a: 1 }), moved(4, 2, { b: 1 })];
  await hear({ type: "news", events, now: now(4, { a: 1, b: 1 }), table: null, view: null });
  const shown = () => session.happened.trails.map(({ seat }) => seat);
  expect(shown()).toEqual([1, 2]);
  session.happened.pointed = 1;
  expect(shown()).toEqual([1]);
  session.happened.pointed = null;
  const played = now(5, { a: 2, b: 1 }, { actor: 1, choices: [] });
  await hear({ type: "news", events: [moved(5, 0, { a: 2 })], now: played, table: null, view: null });
  expect(shown()).toEqual([]);
  session.happened.pointed = 2;
  expect(shown()).toEqual([2]);
});

test("comes in three frames: the board, what is told beside it, and what can be done", async () => {
  wire.pace = 1;
  wire.unpainted = [];
  settings.pace = "quick";
  const events = [moved(3, 1, { a: 1 }), moved(4, 1, { a: 2 })];
  await hear({ type: "news", events, now: now(4, { a: 2, b: 0 }), table: null, view: null });
  expect(session.live?.view).toEqual({ a: 2, b: 0 });
  expect(session.chronicle.plies).toBe(2);
  expect(session.choices).toEqual([]);
  paint();
  expect(session.chronicle.plies).toBe(4);
  expect(session.choices).toEqual([]);
  paint();
  expect(session.choices).toHaveLength(1);
  expect(wire.unpainted).toEqual([]);
});

test("is told before what comes next, however soon that comes", async () => {
  wire.pace = 1;
  wire.unpainted = [];
  settings.pace = "quick";
  await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
  await hear({ type: "news", events: [moved(4, 1, { b: 1 })], now: now(4, { a: 1, b: 1 }), table: null, view: null });
  expect(session.chronicle.plies).toBe(3);
  paint();
  paint();
  expect(session.chronicle.plies).toBe(4);
  expect(session.isBusy).toBe(false);
  expect(session.live?.view).toEqual({ a: 1, b: 1 });
});

test("is calm in the first games of a kind and quick from the fourth on, unless somebody chose", () => {
  expect(session.pace).toBe("calm");
  settings.pace = null;
  expect(session.pace).toBe("calm");
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ finished: ["a", "b", "c"] }) });
  expect(session.pace).toBe("quick");
  settings.pace = "step";
  expect(session.pace).toBe("step");
  vi.unstubAllGlobals();
});

test("stops after the turn where every turn is to be looked at, also when nothing moves", async () => {
  settings.pace = "step";
  const events = [moved(3, 1, { a: 1 })];
  await hear({ type: "news", events, now: now(3, { a: 1, b: 0 }), table: null, view: null });
  expect(session.happened.stopped).toBe(1);
  expect(session.choices).toEqual([]);
  expect(session.live?.view).toEqual({ a: 1, b: 0 });
  expect(session.announcement).toBe("Jonas rolls.");
  session.skip();
  expect(session.happened.stopped).toBeNull();
  expect(session.choices).toHaveLength(1);
  expect(session.announcement).toBe("Your turn: roll.");
});

test("can be seen again, and the table goes on from where it was", async () => {
  await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
  vi.useFakeTimers();
  session.again();
  expect(session.live?.view).toEqual(VIEW);
  expect(session.props!.trails).toEqual([]);
  expect(session.choices).toEqual([]);
  vi.advanceTimersByTime(STEP / 2);
  expect(session.live).toMatchObject({ view: { a: 1 }, step: { ply: 2 } });
  expect(session.props!.trails).toHaveLength(1);
  vi.advanceTimersByTime(STEP);
  expect(session.isBusy).toBe(false);
  expect(session.choices).toHaveLength(1);
  expect(session.chronicle.plies).toBe(3);
});

test("is seen again from where the table has stopped, and stops there again", async () => {
  settings.pace = "step";
  await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
  vi.useFakeTimers();
  session.again();
  expect(session.happened.stopped).toBeNull();
  vi.advanceTimersByTime(3 * STEP);
  expect(session.happened.stopped).toBe(1);
  expect(session.choices).toEqual([]);
});

test("is told to those who listen, in one go for a turn and with names", async () => {
  const before = session.announcement;
  const waiting = { actor: 1, choices: [], prompt: "It's Blue's turn to roll." };
  await hear({
    type: "news",
    events: [moved(3, 1, { a: 1 })],
    now: now(3, { a: 1, b: 0 }, waiting),
    table: null,
    view: null,
  });
  expect(session.announcement).toBe(before);
  const dice = [4, 6].map((face, at) => ({
    ...moved(4 + at, "luck", {}),
    sentence: `Blue's white die ${at + 1} shows ${face}.`,
  }));
  await hear({ type: "news", events: dice, now: now(5, { a: 1, b: 0 }, waiting), table: null, view: null });
  expect(session.announcement).toBe(before);
  const events = [{ ...moved(6, 1, { b: 1 }), sentence: "Blue places 2 curses on Red." }];
  await hear({ type: "news", events, now: now(6, { a: 1, b: 1 }), table: null, view: null });
  expect(session.announcement).toBe("Jonas rolls: 4 and 6 and places 2 curses on you. Your turn: roll.");
});

test("how a game ended is not told to those who look at an earlier moment of it", async () => {
  await session.logbook.load();
  const outcome = { places: [2, 1], scores: [0, 1], scored: true } as unknown as NonNullable<Now["outcome"]>;
  const end = now(3, { a: 1, b: 0 }, { actor: "over", choices: [], prompt: "Blue wins.", outcome });
  await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: end, table: null, view: null });
  expect(readOut(session)).toContain("Jonas wins.");
  session.replay.goTo(1);
  expect(readOut(session)).toBe("");
  session.replay.toPresent();
  expect(readOut(session)).toContain("Jonas wins.");
});

test("is told as it is done where one did it oneself, and bots that go on are not called to act", async () => {
  const table = welcome().table;
  const seats = [table.seats[0]!, { ...table.seats[1]!, kind: "bot" as const, level: "kitten" }];
  const waiting = now(3, { a: 1, b: 0 }, { actor: 1, choices: [], prompt: "It's Blue's turn to roll." });
  await hear({ type: "news", events: [moved(3, 0, { a: 1 })], now: waiting, table: { ...table, seats }, view: null });
  expect(session.announcement).toBe("You roll.");
});

test("a gap is asked for, and a view that is not the server's is asked for anew", async () => {
  await hear({ type: "news", events: [moved(9, 1, {})], now: now(9, VIEW), table: null, view: null });
  await hear({ type: "news", events: [moved(3, 1, {})], now: now(3, { a: 7, b: 7 }), table: null, view: null });
  expect(wire.resyncs).toEqual([2, 0]);
});

test("what is taken back leaves the log too", async () => {
  await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
  expect(session.chronicle.plies).toBe(3);
  const undone: Undone = { type: "undone", seq: 4, at: 0, seat: 1, ply: 2, sentence: "", changes: { a: 0 } };
  await hear({ type: "news", events: [undone], now: now(4, VIEW, { ply: 2 }), table: null, view: null });
  expect(session.chronicle.plies).toBe(2);
});

test("what is said and taken back stands in the log in the order of time", async () => {
  const view = { a: 1, b: 0 };
  const waiting = { actor: 1, choices: [], prompt: "" };
  const said = { type: "said", seq: 4, at: 0, seat: 1, phrase: "hello", sentence: "Jonas: Hello" } as const;
  const undone: Undone = {
    type: "undone",
    seq: 5,
    at: 0,
    seat: 1,
    ply: 2,
    sentence: "Jonas takes a step back.",
    changes: { a: 0 },
  };
  const again = { ...moved(6, 1, { a: 1 }), ply: 2, sentence: "Blue waits." };
  await hear({
    type: "news",
    events: [moved(3, 1, { a: 1 }), said],
    now: now(4, view, waiting),
    table: null,
    view: null,
  });
  expect(session.notices.remarks).toMatchObject([{ text: "Jonas: Hello", ply: 3 }]);
  await hear({ type: "news", events: [undone], now: now(5, VIEW, waiting), table: null, view: null });
  await hear({ type: "news", events: [again], now: now(6, view), table: null, view: null });
  expect(session.notices.remarks.map(({ text, ply }) => [text, ply])).toEqual([
    ["Jonas: Hello", 2],
    ["Jonas takes a step back.", 2],
  ]);
  expect(session.announcement).toBe("Jonas waits. Your turn: roll.");
});

test("the log is fetched once, not once for every move", async () => {
  for (let seq = 3; seq < 20; seq++)
    await hear({ type: "news", events: [moved(seq, 1, {})], now: now(seq, VIEW), table: null, view: null });
  expect(wire.logs).toBe(1);
  expect(session.chronicle.plies).toBe(19);
});

test("who sits down is called and looks as they said, and is no other person for it", async () => {
  await hear(welcome([]));
  void session.commands.sit(0, "Mina");
  expect(change).not.toHaveBeenCalled();
  void session.commands.sit(0, " Mia ", "me-siam");
  await vi.waitFor(() => expect(wire.sent).toHaveLength(2));
  expect(change).toHaveBeenCalledWith({ name: "Mia", face: "me-siam" });
  expect(wire.sent.map(({ command }) => command)).toMatchObject([
    { type: "sit", seat: 0 },
    { type: "sit", seat: 0 },
  ]);
});
