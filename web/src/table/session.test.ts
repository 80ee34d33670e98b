import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../api";
import type { Log, Move, Moved, News, Now } from "../generated/protocol";
import { HESITATION } from "./foresight.svelte";
import { LOG, VIEW, moved, now, welcome } from "./session.fixture";
import { Session } from "./session.svelte";
import { hear, paint, restart, settled, wire } from "./session.wire";
import type { View } from "./truth";

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
const last = () => wire.sent.at(-1)!;

beforeEach(() => {
  restart(LOG);
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  session = new Session("x", null);
  session.start();
});

describe("a move of one's own", () => {
  beforeEach(() => hear(welcome()));

  test("is pending until its step is shown", async () => {
    void session.commands.play({ roll: {} });
    expect(session.pending).toEqual({ roll: {} });
    expect(last().command).toMatchObject({ type: "play", seq: 2, seat: 0 });
    last().resolve({ type: "ok", key: "", seq: 3 });
    await settled();
    expect(session.pending).not.toBeNull();
    const view = { a: 1, b: 0 };
    await hear({ type: "news", events: [moved(3, 0, { a: 1 })], now: now(3, view), table: null, view: null });
    expect(session.pending).toBeNull();
    expect(session.live?.view).toEqual(view);
  });

  test("is over also when the news came before the answer", async () => {
    void session.commands.play({ roll: {} });
    await hear({ type: "news", events: [moved(3, 0, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
    last().resolve({ type: "ok", key: "", seq: 3 });
    await settled();
    expect(session.pending).toBeNull();
  });

  test("goes back when it is refused, and says why with names and the clause", async () => {
    void session.commands.play({ roll: {} });
    last().reject(new Refused(0, "illegal", "It is not your turn: Blue is to act.", "CAB-24"));
    await settled();
    expect(session.pending).toBeNull();
    expect(session.notices.current).toMatchObject({
      tone: "refusal",
      text: "It is not your turn: Jonas is to act.",
      clause: "CAB-24",
    });
  });

  test("is sent once, however often the button is pressed", () => {
    void session.commands.play({ roll: {} });
    void session.commands.play({ roll: {} });
    expect(wire.sent).toHaveLength(1);
  });

  test("is not asked about any more once it is made", () => {
    vi.useFakeTimers();
    session.link = "connected";
    session.lookAtVerb(session.choices[0]!.move);
    void session.commands.play({ roll: {} });
    vi.advanceTimersByTime(10 * HESITATION);
    vi.useRealTimers();
    expect(wire.sent.map(({ command }) => command.type)).toEqual(["play"]);
  });
});

describe("one device for several", () => {
  const handed = { type: "news", events: [moved(3, 0, { a: 1 })], table: null, view: { a: 1, b: 5 } } as const;

  test("nothing of the other seat is shown before the device is handed over, where a game hides anything", async () => {
    wire.hidden = true;
    session = new Session("x", null);
    session.start();
    await hear(welcome([0, 1]));
    expect(session.curtain).toBe(0);
    session.raiseCurtain();
    await hear({ ...handed, events: [...handed.events], now: now(3, handed.view, { seat: 1, actor: 1 }) });
    expect(session.curtain).toBe(1);
    expect(session.live?.view).toEqual(VIEW);
    expect(session.choices).toEqual([]);
    session.raiseCurtain();
    expect(session.live?.view).toEqual(handed.view);
    expect(session.viewer).toBe(1);
  });

  test("where nothing is hidden there is no curtain", async () => {
    await hear(welcome([0, 1]));
    await hear({ ...handed, events: [...handed.events], now: now(3, handed.view, { seat: 1, actor: 1 }) });
    expect(session.curtain).toBeNull();
    expect(session.viewer).toBe(1);
  });
});

describe("earlier moments", () => {
  beforeEach(() => hear(welcome()));

  test("are shown without anything to choose, while the game goes on behind them", async () => {
    session.replay.goTo(1);
    await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
    expect(session.isReplay).toBe(true);
    expect(session.choices).toEqual([]);
    expect(session.scene?.view).toEqual(VIEW);
    session.replay.toPresent();
    expect(session.scene?.view).toEqual({ a: 1, b: 0 });
    expect(session.choices).toHaveLength(1);
  });

  test("stepping on from one shows the step, jumping does not, and beyond the last is the present", () => {
    session.replay.goTo(0);
    expect(session.scene?.step).toBeNull();
    session.replay.stepBy(1);
    expect(session.scene?.step).toMatchObject({ ply: 0 });
    session.replay.stepBy(1);
    expect(session.isReplay).toBe(false);
  });

  test("stepping back from the present begins with the last move", () => {
    session.replay.stepBy(-1);
    expect(session.replay.ply).toBe(1);
  });
});

describe("a race", () => {
  const START = { ...VIEW, now: 5000 };

  beforeEach(async () => {
    wire.racing = true;
    wire.pace = 1;
    wire.log = { ...LOG, start: START };
    session = new Session("x", null);
    session.start();
    const racing = { actor: "all", time: 5200, prompt: "Build." } as const;
    await hear({ ...welcome(), view: START, now: now(2, START, racing) });
  });

  function news(events: Moved[], view: View, changes: Partial<Now> = {}): News {
    const seq = events.at(-1)!.seq;
    return {
      type: "news",
      events,
      now: now(seq, view, { actor: "all", time: Number(view.now), prompt: "Build.", ...changes }),
      table: null,
      view: null,
    };
  }

  function did(seq: number, actor: Moved["actor"], move: Move, sentence: string, changes: View): Moved {
    return { ...moved(seq, actor, changes), move, sentence };
  }

  const passed = (seq: number, time: number) => did(seq, "clock", { let_pass: { ms: 10 } }, "", { now: time });

  test("several moves are under way at once, each until it is seen or refused", async () => {
    for (const move of [{ grab: {} }, { put: {} }, { meow: {} }] as Move[]) void session.commands.play(move);
    expect(session.pending).toBeNull();
    expect(session.props?.underway).toEqual([{ grab: {} }, { put: {} }, { meow: {} }]);
    wire.sent[0]!.resolve({ type: "ok", key: "", seq: 3 });
    wire.sent[1]!.reject(new Refused(0, "illegal", "Another piece lies there.", "KIT-66"));
    await settled();
    expect(session.notices.current).toMatchObject({
      tone: "refusal",
      text: "Another piece lies there.",
      clause: "KIT-66",
    });
    await hear(news([did(3, 0, { grab: {} }, "Red grabs.", { a: 1 })], { ...START, a: 1 }));
    expect(session.props?.underway).toEqual([{ meow: {} }]);
  });

  test("a move is sent with the newest event that is known", async () => {
    await hear(news([passed(3, 5300)], { ...START, now: 5300 }));
    void session.commands.play({ grab: {} });
    expect(last().command).toMatchObject({ type: "play", seq: 3 });
  });

  test("what comes while a frame is taken is shown with the next one, in its order, and then settles", async () => {
    wire.unpainted = [];
    wire.taken = true;
    await hear(news([did(3, 1, { grab: {} }, "Blue grabs.", { a: 1 })], { ...START, a: 1 }));
    await hear(news([did(4, 1, { put: {} }, "Blue puts.", { b: 1 })], { ...START, a: 1, b: 1 }));
    expect(session.live?.view).toMatchObject({ a: 0, b: 0 });
    expect(wire.unpainted).toHaveLength(1);
    paint();
    expect(session.live).toMatchObject({ view: { a: 1, b: 1 }, step: { seq: 4 } });
    await hear(news([did(5, 1, { grab: {} }, "Blue grabs.", { a: 2 })], { ...START, a: 2, b: 1 }));
    paint();
    paint();
    expect(session.live).toMatchObject({ view: { a: 2, b: 1 }, step: { seq: 5 } });
    expect(session.now?.seq).toBe(5);
    expect(wire.unpainted).toEqual([]);
  });

  test("what happens is shown at once, and choices stay the same object while they are the same", async () => {
    const before = session.now!.choices;
    const events = [did(3, 1, { grab: {} }, "Blue grabs.", { a: 1 }), did(4, 1, { put: {} }, "Blue puts.", { b: 1 })];
    await hear(news(events, { ...START, a: 1, b: 1 }));
    expect(session.isBusy).toBe(false);
    expect(session.live?.view).toMatchObject({ a: 1, b: 1 });
    expect(session.now?.choices).toBe(before);
    expect(session.choices).toHaveLength(1);
  });

  test("time that passes is no step, and nobody is told of it", async () => {
    await hear(news([did(3, 1, { meow: {} }, "Blue calls Meow.", { a: 1 })], { ...START, a: 1 }));
    const { step } = session.live!;
    await hear(news([passed(4, 5300)], { ...START, a: 1, now: 5300 }));
    expect(session.live?.step).toBe(step);
    expect(session.live?.view.now).toBe(5300);
    expect(session.announcement).toBe("Build.");
    expect(session.chronicle.plies).toBe(4);
  });

  test("of what others do only what matters is said; of one's own doing everything", async () => {
    await hear(news([did(3, 1, { grab: {} }, "Blue grabs.", { a: 1 })], { ...START, a: 1 }));
    expect(session.announcement).toBe("Build.");
    await hear(news([did(4, 1, { meow: {} }, "Blue calls Meow.", { a: 2 })], { ...START, a: 2 }));
    expect(session.announcement).toBe("Jonas calls Meow. Build.");
    await hear(news([did(5, 0, { grab: {} }, "Red grabs.", { a: 3 })], { ...START, a: 3 }));
    expect(session.announcement).toBe("You grab. Build.");
  });

  test("table time runs on from what was heard, and stands still without a connection", async () => {
    expect(wire.measured).toBe(1);
    expect(session.time()).toBeGreaterThanOrEqual(5220);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(session.time()).toBeGreaterThanOrEqual(5235);
    wire.options!.changed("lost", "");
    const stood = session.time();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(session.time()).toBe(stood);
  });

  test("looking at an earlier moment, it is the time of that moment", () => {
    session.replay.goTo(1);
    expect(session.time()).toBe(5000);
  });

  test("what happens while the log is on its way is not missing from it", async () => {
    let arrive: (log: Log) => void = () => {};
    wire.log = new Promise<Log>((resolve) => (arrive = resolve));
    const loading = session.logbook.load();
    await hear(news([passed(3, 5300)], { ...START, now: 5300 }));
    arrive({ ...LOG, start: START });
    await loading;
    expect(session.chronicle.plies).toBe(3);
    expect(session.chronicle.views.at(-1)).toMatchObject({ now: 5300 });
  });

  test("names are the same objects until somebody comes or goes", async () => {
    const { connected } = session;
    const links = [{ ms: 40, strange: false }, null];
    await hear({ type: "presence", connected: [true, true], watching: 1, links });
    expect(session.connected).toBe(connected);
    expect(session.links).toEqual(links);
    await hear({ type: "presence", connected: [true, false], watching: 1, links });
    expect(session.seats[1]?.connected).toBe(false);
  });

  test("looked back at, it takes the time it took, at the speed one likes", async () => {
    vi.useFakeTimers();
    const events = [passed(3, 6000), did(4, 1, { meow: {} }, "Blue calls Meow.", { a: 1 }), passed(5, 8000)];
    wire.options!.hear(news(events, { ...START, a: 1, now: 8000 }), 0);
    await vi.advanceTimersByTimeAsync(0);
    session.replay.goTo(2);
    session.replay.play();
    await vi.advanceTimersByTimeAsync(500);
    expect(session.replay.ply).toBe(2);
    expect(session.time()).toBeCloseTo(5500, -1);
    await vi.advanceTimersByTimeAsync(501);
    expect(session.replay.ply).toBe(4);
    expect(session.scene?.step).toMatchObject({ move: { meow: {} } });
    session.replay.runAt(4);
    await vi.advanceTimersByTimeAsync(490);
    expect(session.replay.isPlaying).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(session.replay.isPlaying).toBe(false);
    expect(session.replay.ply).toBe(5);
    expect(session.scene?.step).toMatchObject({ move: { meow: {} } });
    vi.useRealTimers();
  });

  test("steps lead from act to act, over the time between them", async () => {
    const events = [passed(3, 6000), did(4, 1, { meow: {} }, "Blue calls Meow.", { a: 1 }), passed(5, 8000)];
    await hear(news(events, { ...START, a: 1, now: 8000 }));
    session.replay.stepBy(-1);
    expect(session.replay.ply).toBe(4);
    session.replay.stepBy(-1);
    expect(session.replay.ply).toBe(2);
    session.replay.stepBy(1);
    expect(session.replay.ply).toBe(4);
    session.replay.stepBy(1);
    expect(session.isReplay).toBe(false);
    session.replay.goToTime(1500);
    expect(session.replay.ply).toBe(4);
  });
});

test("bots that can only guess are told of once, and bots that wake up are not", async () => {
  await hear(welcome());
  await hear({ type: "warming", state: "compiling", share: 0.5 });
  expect(session.warming?.share).toBe(0.5);
  expect(session.notices.current).toBeNull();
  await hear({ type: "warming", state: "failed", share: 0 });
  expect(session.warming).toBeNull();
  expect(session.notices.current?.text).toContain("they play at random");
  session.notices.dismiss();
  await hear({ type: "warming", state: "failed", share: 0 });
  expect(session.notices.current).toBeNull();
});
