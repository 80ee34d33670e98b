import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dialSocket, dialStream, type Ears } from "./transports";

let said: string[];
let signs: string[];
let ears: Ears;

beforeEach(() => {
  [said, signs] = [[], []];
  ears = { heard: (text) => said.push(text), alive: () => signs.push("alive"), lost: () => signs.push("lost") };
  vi.stubGlobal("location", { href: "https://tabby.example/t/x" });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

class FakeSocket {
  static OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor(readonly address: URL) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

describe("a socket", () => {
  beforeEach(() => {
    FakeSocket.made = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.useFakeTimers();
  });

  function dial(): { socket: FakeSocket; line: ReturnType<typeof dialSocket> } {
    const line = dialSocket("/api/tables/x", new URLSearchParams({ since: "3" }), ears);
    return { socket: FakeSocket.made[0]!, line };
  }

  test("leads to the page's own server, as safely as the page came", () => {
    expect(String(dial().socket.address)).toBe("wss://tabby.example/api/tables/x/socket?since=3");
  });

  test("sends only when it is open", () => {
    const { socket, line } = dial();
    line.send({ type: "resync", since: 1 });
    expect(socket.sent).toEqual([]);
    socket.readyState = 1;
    line.send({ type: "resync", since: 1 });
    expect(socket.sent).toEqual(['{"type":"resync","since":1}']);
  });

  test("is lost once, and silent afterwards", () => {
    const { socket, line } = dial();
    socket.onmessage({ data: "{}" });
    line.close();
    socket.onclose();
    socket.onmessage({ data: "{}" });
    expect(said).toEqual(["{}"]);
    expect(signs).toEqual(["lost"]);
  });

  test("that does not open in time is lost", () => {
    dial();
    vi.advanceTimersByTime(5000);
    expect(signs).toEqual(["lost"]);
  });
});

describe("a stream", () => {
  function answering(chunks: string[], status = 200): ReturnType<typeof vi.fn> {
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    const fetching = vi.fn(async () => new Response(body, { status }));
    vi.stubGlobal("fetch", fetching);
    return fetching;
  }

  test("says what comes after data, also when it comes in pieces, and counts ticks as signs of life", async () => {
    answering(["id: 4\nda", 'ta: {"a":1}\n\n', ": tick\n\n"]);
    dialStream("/api/tables/x", new URLSearchParams({ since: "3" }), ears);
    await vi.waitFor(() => expect(signs.at(-1)).toBe("lost"));
    expect(said).toEqual(['{"a":1}']);
    expect(signs).toEqual(["alive", "alive", "alive", "lost"]);
  });

  test("that is refused is a goodbye", async () => {
    answering(['{"type":"error","code":"no_table","sentence":"There is no such table."}'], 404);
    dialStream("/api/tables/x", new URLSearchParams(), ears);
    await vi.waitFor(() => expect(signs).toEqual(["lost"]));
    expect(JSON.parse(said[0]!)).toEqual({ type: "bye", code: "no_table", sentence: "There is no such table." });
  });

  test("takes commands by posting them, and says what was answered", async () => {
    const fetching = vi.fn((url: string) =>
      url.includes("/commands") ? Promise.resolve(new Response('{"type":"ok"}')) : new Promise(() => {}),
    );
    vi.stubGlobal("fetch", fetching);
    const line = dialStream("/api/tables/x", new URLSearchParams({ invite: "i" }), ears);
    line.send({ type: "rematch", key: "k" });
    await vi.waitFor(() => expect(said).toEqual(['{"type":"ok"}']));
    expect(fetching.mock.calls[1]![0]).toBe("/api/tables/x/commands?invite=i");
    expect(signs).toEqual([]);
  });

  test("that is asked to fill a gap ends, so that a new one can", () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(() => new Promise(() => {})),
    );
    dialStream("/api/tables/x", new URLSearchParams(), ears).send({ type: "resync", since: 2 });
    expect(signs).toEqual(["lost"]);
  });
});
