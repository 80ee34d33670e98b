import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../api";
import type { FromClient, FromServer, TableCommand } from "../generated/protocol";
import { Connection, PING_EVERY, SILENCE, type Link } from "./connection";
import type { Dial, Ears } from "./transports";

/** A line of which the test holds the other end. */
class FakeLine {
  sent: FromClient[] = [];
  isClosed = false;
  constructor(
    readonly kind: string,
    readonly path: string,
    readonly query: string,
    readonly ears: Ears,
  ) {}

  say(message: object): void {
    this.ears.heard(JSON.stringify(message));
  }

  break(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.ears.lost();
  }
}

let lines: FakeLine[];
let heard: FromServer[];
let links: Link[];
let known: number;
let connection: Connection;

const last = () => lines.at(-1)!;
const PLAY: TableCommand = { type: "play", key: "k1", seq: 3, move: { roll: {} } };

function dial(kind: string): Dial {
  return (path, query, ears) => {
    const line = new FakeLine(kind, path, String(query), ears);
    lines.push(line);
    return { send: (message) => line.sent.push(message), close: () => line.break() };
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  [lines, heard, links, known] = [[], [], [], 0];
  connection = new Connection({
    table: "x",
    invite: null,
    known: () => known,
    hear: (message) => heard.push(message),
    changed: (link) => links.push(link),
    dials: [dial("socket"), dial("stream")],
    random: () => 0.5,
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

function arrive(): void {
  last().say({ type: "welcome" });
}

describe("coming back", () => {
  test("a connection is one when something was heard on it", () => {
    expect(links).toEqual([]);
    arrive();
    expect(links).toEqual(["connected"]);
    expect(heard).toHaveLength(1);
  });

  test("a lost connection is made again, and resumes from the last event that is known", () => {
    arrive();
    known = 12;
    last().break();
    expect(links).toEqual(["connected", "lost"]);
    vi.advanceTimersByTime(100);
    expect(lines).toHaveLength(2);
    expect(last().query).toBe("since=12");
    arrive();
    expect(links).toEqual(["connected", "lost", "connected"]);
  });

  test("who never reaches the table is told so when every kind of line was tried, and goes on trying", () => {
    for (let n = 0; n < 4; n++) {
      expect(links).toEqual([]);
      last().break();
      vi.advanceTimersByTime(1000);
    }
    expect(links).toEqual(["lost"]);
    arrive();
    expect(links).toEqual(["lost", "connected"]);
  });

  test("pauses grow, and are not the same for everybody", () => {
    const pauses: number[] = [];
    for (let n = 0; n < 9; n++) {
      const before = lines.length;
      last().break();
      let waited = 0;
      while (lines.length === before) {
        vi.advanceTimersByTime(10);
        waited += 10;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  test("a connection that held for a while begins anew with short pauses", () => {
    for (let n = 0; n < 6; n++) {
      last().break();
      vi.advanceTimersByTime(5000);
    }
    arrive();
    for (let n = 0; n < 3; n++) {
      vi.advanceTimersByTime(3000);
      last().say({ type: "tick" });
    }
    last().break();
    const before = lines.length;
    vi.advanceTimersByTime(100);
    expect(lines).toHaveLength(before + 1);
  });

  test("a line on which nothing is heard any more is given up", () => {
    arrive();
    vi.advanceTimersByTime(SILENCE - 1);
    expect(last().isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(lines[0]!.isClosed).toBe(true);
    expect(links.at(-1)).toBe("lost");
  });

  test("ticks keep a quiet line alive", () => {
    arrive();
    for (let n = 0; n < 10; n++) {
      vi.advanceTimersByTime(4000);
      last().say({ type: "tick" });
    }
    expect(lines).toHaveLength(1);
  });

  test("what a given up line still says is not heard", () => {
    arrive();
    const old = last();
    connection.renew();
    old.say({ type: "welcome" });
    expect(heard).toHaveLength(1);
  });

  test("a network that is back is tried at once, and a connection that holds is left alone", () => {
    connection.hurry();
    expect(lines).toHaveLength(1);
    for (let n = 0; n < 5; n++) {
      last().break();
      vi.advanceTimersByTime(2000);
    }
    last().break();
    const before = lines.length;
    connection.hurry();
    expect(lines).toHaveLength(before + 1);
  });
});

describe("blocked sockets", () => {
  test("after two sockets on which nothing was heard a stream is tried, and kept while it works", () => {
    last().break();
    vi.advanceTimersByTime(200);
    last().break();
    vi.advanceTimersByTime(500);
    expect(lines.map(({ kind }) => kind)).toEqual(["socket", "socket", "stream"]);
    arrive();
    last().break();
    vi.advanceTimersByTime(1000);
    expect(last().kind).toBe("stream");
  });

  test("if streams do not work either, sockets get another chance", () => {
    for (let n = 0; n < 4; n++) {
      last().break();
      vi.advanceTimersByTime(5000);
    }
    expect(lines.map(({ kind }) => kind)).toEqual(["socket", "socket", "stream", "stream", "socket"]);
  });

  test("a socket that has worked is no blocked one", () => {
    for (let n = 0; n < 4; n++) {
      arrive();
      last().break();
      vi.advanceTimersByTime(5000);
    }
    expect(last().kind).toBe("socket");
  });
});

describe("commands", () => {
  test("a command is answered by the message with its key", async () => {
    arrive();
    const answer = connection.send(PLAY);
    expect(last().sent).toEqual([PLAY]);
    last().say({ type: "ok", key: "other", seq: 1 });
    last().say({ type: "ok", key: "k1", seq: 4 });
    expect(await answer).toEqual({ type: "ok", key: "k1", seq: 4 });
  });

  test("a command without an answer is sent again after the next connection, with the same key", async () => {
    arrive();
    const answer = connection.send(PLAY);
    last().break();
    vi.advanceTimersByTime(100);
    expect(last().sent).toEqual([]);
    arrive();
    expect(last().sent).toEqual([PLAY]);
    last().say({ type: "ok", key: "k1", seq: 4 });
    expect(await answer).toMatchObject({ seq: 4 });
    last().break();
    vi.advanceTimersByTime(200);
    arrive();
    expect(last().sent).toEqual([]);
  });

  test("a refusal is thrown, with its clause", async () => {
    arrive();
    const answer = connection.send(PLAY);
    const no = { type: "error", code: "illegal", sentence: "No.", key: "k1", clause: "CAB-38", seq: null };
    last().say({ ...no, retry_after: null });
    await expect(answer).rejects.toMatchObject({ message: "No.", code: "illegal", clause: "CAB-38" });
    await expect(answer).rejects.toBeInstanceOf(Refused);
  });

  test("a server that is busy is asked again when it says so", () => {
    arrive();
    void connection.send(PLAY);
    last().say({ type: "error", code: "busy", sentence: "", key: "k1", clause: null, seq: null, retry_after: 1 });
    expect(last().sent).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(last().sent).toEqual([PLAY, PLAY]);
  });

  test("whoever gets no advice is told so, and not kept waiting", async () => {
    arrive();
    const answer = connection.send({ type: "hint", key: "k2", seq: 3 });
    last().say({ type: "error", code: "no_hint", sentence: "No.", key: "k2", clause: null, seq: null, retry_after: 2 });
    await expect(answer).rejects.toMatchObject({ code: "no_hint" });
  });

  test("a gap is asked for once, until something comes", () => {
    arrive();
    connection.resync(7);
    connection.resync(7);
    expect(last().sent).toEqual([{ type: "resync", since: 7 }]);
    last().say({ type: "news" });
    connection.resync(9);
    expect(last().sent).toHaveLength(2);
  });
});

describe("goodbyes", () => {
  test("a server that restarts is come back to", () => {
    arrive();
    last().say({ type: "bye", code: "restarting", sentence: "" });
    last().break();
    vi.advanceTimersByTime(100);
    expect(lines).toHaveLength(2);
  });

  test("a table that does not exist is not asked for again", async () => {
    arrive();
    last().say({ type: "bye", code: "no_table", sentence: "There is no such table." });
    last().break();
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(links.at(-1)).toBe("ended");
    await expect(connection.send(PLAY)).rejects.toBeInstanceOf(Refused);
  });
});

describe("how long messages take", () => {
  test("a probe is answered at once, before anything else, and is nobody else's business", () => {
    void connection.send(PLAY);
    last().say({ type: "probe", id: 7 });
    expect(last().sent).toEqual([{ type: "echo", id: 7 }, PLAY]);
    expect(heard).toEqual([]);
  });

  test("nothing is measured before somebody wants to know", () => {
    arrive();
    vi.advanceTimersByTime(3 * PING_EVERY);
    expect(last().sent).toEqual([]);
    expect(connection.roundTrip).toBe(0);
  });

  test("the round trip is the shortest of the last ones", () => {
    arrive();
    connection.measure();
    connection.measure();
    for (const trip of [80, 30, 50]) {
      const ping = last().sent.at(-1)!;
      vi.advanceTimersByTime(trip);
      last().say({ type: "pong", at: ping.type === "ping" ? ping.at : 0 });
      vi.advanceTimersByTime(PING_EVERY - trip);
    }
    expect(last().sent).toHaveLength(4);
    expect(connection.roundTrip).toBeGreaterThanOrEqual(29);
    expect(connection.roundTrip).toBeLessThanOrEqual(31);
    expect(heard).toHaveLength(1);
  });

  test("another line is measured anew", () => {
    arrive();
    connection.measure();
    last().say({ type: "pong", at: performance.now() - 90 });
    last().break();
    vi.advanceTimersByTime(200);
    arrive();
    expect(connection.roundTrip).toBe(0);
    expect(last().sent).toMatchObject([{ type: "ping" }]);
  });
});
