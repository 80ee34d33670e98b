import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../api";
import type { FromServer, Log, Moved, Now, TableCommand, Undone, Welcome } from "../generated/protocol";
import type { Answer, Options } from "./connection";
import { Session } from "./session.svelte";
import { hashOf, type View } from "./truth";

/** What the page would say to the server, and the server to the page. */
const wire = vi.hoisted(() => ({
  options: null as Options | null,
  sent: [] as { command: TableCommand; resolve: (answer: Answer) => void; reject: (problem: Error) => void }[],
  resyncs: [] as number[],
  log: null as unknown,
  logs: 0,
  hidden: false,
  pace: 0,
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
  },
}));
vi.mock("../settings.svelte", () => ({ pace: () => wire.pace }));
vi.mock("../games", () => ({
  drawingOf: async () => ({
    called: (_: View, seat: number) => ["Red", "Blue"][seat],
    seatClass: (_: View, seat: number) => `p-${seat}`,
    duration: () => 100,
  }),
}));
vi.mock("../house", () => ({ askHouse: async () => ({ games: [{ id: "g", hidden: wire.hidden }] }), callMe: vi.fn() }));
vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  get: async () => {
    wire.logs++;
    return wire.log;
  },
}));

const VIEW = { a: 0, b: 0 };

function now(seq: number, view: View, changes: Partial<Now> = {}): Now {
  return {
    seq,
    ply: seq,
    seat: 0,
    actor: 0,
    prompt: "Your turn: roll.",
    choices: [{ move: { roll: {} }, label: "Roll" }],
    scores: [0, 0],
    undo: false,
    takeback: null,
    running: null,
    outcome: null,
    hash: hashOf(view),
    ...changes,
  };
}

function welcome(seats = [0]): Welcome {
  const sitting = (seat: number, name: string) =>
    ({ seat, kind: "guest", name, level: null, away: false, time: null }) as const;
  const table = { id: "x", game: "g", stage: "playing", seats: [sitting(0, "Mina"), sitting(1, "Jonas")], hints: true };
  const you = { guest: "g1", name: "Mina", seats, host: true, invite: null };
  return {
    type: "welcome",
    protocol: 1,
    table: table as unknown as Welcome["table"],
    you,
    connected: [true, true],
    watching: 0,
    view: VIEW,
    now: now(2, VIEW),
  };
}

function moved(seq: number, actor: Moved["actor"], changes: View): Moved {
  return { type: "moved", seq, at: 0, ply: seq - 1, actor, move: { roll: {} }, sentence: "Red rolls.", changes };
}

const LOG: Log = {
  seat: 0,
  start: VIEW,
  lines: [0, 1].map((ply) => ({ ply, actor: 0, move: {}, sentence: "Red waits.", changes: {}, odds: null })),
};

let session: Session;
const hear = async (message: FromServer) => {
  wire.options!.hear(message);
  await settled();
};
const settled = () => new Promise((resolve) => queueMicrotask(() => setTimeout(resolve)));
const last = () => wire.sent.at(-1)!;

beforeEach(async () => {
  Object.assign(wire, { sent: [], resyncs: [], log: LOG, logs: 0, hidden: false, pace: 0 });
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  session = new Session("x", null);
  session.start();
});

describe("a move of one's own", () => {
  beforeEach(() => hear(welcome()));

  test("is pending until its step is shown", async () => {
    void session.play({ roll: {} });
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
    void session.play({ roll: {} });
    await hear({ type: "news", events: [moved(3, 0, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
    last().resolve({ type: "ok", key: "", seq: 3 });
    await settled();
    expect(session.pending).toBeNull();
  });

  test("goes back when it is refused, and says why with names and the clause", async () => {
    void session.play({ roll: {} });
    last().reject(new Refused(0, "illegal", "It is not your turn: Blue is to act.", "CAB-24"));
    await settled();
    expect(session.pending).toBeNull();
    expect(session.notice).toMatchObject({
      tone: "refusal",
      text: "It is not your turn: Jonas is to act.",
      clause: "CAB-24",
    });
  });

  test("is sent once, however often the button is pressed", () => {
    void session.play({ roll: {} });
    void session.play({ roll: {} });
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
    wire.options!.hear({ type: "news", events, now: now(5, view), table: null, view: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.live?.view).toEqual({ a: 1, b: 0 });
    expect(session.isBusy).toBe(true);
    expect(session.choices).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(session.live?.view).toEqual({ a: 2, b: 0 });
    vi.advanceTimersByTime(200);
    expect(session.live?.view).toEqual(view);
    expect(session.isBusy).toBe(false);
    expect(session.choices).toHaveLength(1);
    vi.useRealTimers();
  });

  test("is told to those who listen, in one go and with names", async () => {
    await hear({ type: "news", events: [moved(3, 1, { a: 1 })], now: now(3, { a: 1, b: 0 }), table: null, view: null });
    expect(session.announcement).toBe("Mina rolls. Your turn: roll.");
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
