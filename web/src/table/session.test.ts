import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../api";
import { settings } from "../settings.svelte";
import type { FromServer, Log, Move, Moved, News, Now, TableCommand, Undone } from "../generated/protocol";
import type { Answer, Options } from "./connection";
import { BETWEEN, STEP } from "./pace";
import { LOG, VIEW, moved, now, welcome } from "./session.fixture";
import { Session } from "./session.svelte";
import type { View } from "./truth";

/** What the page would say to the server, and the server to the page. */
const wire = vi.hoisted(() => ({
  options: null as Options | null,
  sent: [] as { command: TableCommand; resolve: (answer: Answer) => void; reject: (problem: Error) => void }[],
  resyncs: [] as number[],
  log: null as unknown,
  logs: 0,
  hidden: false,
  racing: false,
  pace: 0,
  measured: 0,
}));

vi.mock("./connection", () => ({
  Connection: class {
    constructor(options: Options) {
      wire.options = options;
    }
    start(): void {}
    stop(): void {}
    send(command: TableCommand): Promise<Answer> {
      return new Promise((resolve, reject) => wire.sent.push({ command, resolve, reject }));
    }
    resync(since: number): void {
      wire.resyncs.push(since);
    }
    measure(): void {
      wire.measured++;
    }
    roundTrip = 40;
  },
}));
vi.mock("../settings.svelte", () => ({ pace: () => wire.pace, settings: { pace: "calm" } }));
vi.mock("../games", () => ({
  drawingOf: async () => ({
    called: (_: View, seat: number) => ["Red", "Blue"][seat],
    seatClass: (_: View, seat: number) => `p-${seat}`,
    duration: () => 100,
    quiet: ({ move }: { move: Move }) => "grab" in move,
  }),
}));
vi.mock("../games/catalogue.svelte", () => ({
  catalogue: () => null,
  askCatalogue: async () => ({ games: [{ id: "g", hidden: wire.hidden, racing: wire.racing }] }),
}));
vi.mock("../guests", () => ({ callMe: vi.fn() }));
vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  get: async () => {
    wire.logs++;
    return wire.log;
  },
}));

let session: Session;
const hear = async (message: FromServer) => {
  wire.options!.hear(message, performance.now());
  await settled();
};
const settled = () => new Promise((resolve) => queueMicrotask(() => setTimeout(resolve)));
const last = () => wire.sent.at(-1)!;

beforeEach(async () => {
  Object.assign(wire, { sent: [], resyncs: [], log: LOG, logs: 0, hidden: false, racing: false, pace: 0, measured: 0 });
  settings.pace = "calm";
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  session = new Session("x", null);
  session.start();
});

afterEach(() => vi.useRealTimers());

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
});

describe("what the others do", () => {
  beforeEach(() => hear(welcome()));

  test("is shown step by step, and nothing can be chosen meanwhile", async () => {
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
    const waiting = { actor: 1, choices: [], prompt: "Blue to act: roll." };
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

  test("is told as it is done where one did it oneself, and bots that go on are not called to act", async () => {
    const table = welcome().table;
    const seats = [table.seats[0]!, { ...table.seats[1]!, kind: "bot" as const, level: "kitten" }];
    const waiting = now(3, { a: 1, b: 0 }, { actor: 1, choices: [], prompt: "Blue to act: roll." });
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

  test("the log is fetched once, not once for every move", async () => {
    for (let seq = 3; seq < 20; seq++)
      await hear({ type: "news", events: [moved(seq, 1, {})], now: now(seq, VIEW), table: null, view: null });
    expect(wire.logs).toBe(1);
    expect(session.chronicle.plies).toBe(19);
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
