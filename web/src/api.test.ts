import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { get, newKey, pauseAfter, post, postKeyed, Refused, Unreachable } from "./api";

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function serverThat(...answers: (Response | "silent")[]) {
  const asked = vi.fn(async () => {
    const next = answers.shift();
    if (next === undefined || next === "silent") throw new TypeError("no connection");
    return next;
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}

test("a silent server is asked again until it answers", async () => {
  const asked = serverThat("silent", answer(503, {}), answer(200, { id: "x" }));
  const promise = get("/api/me");
  await vi.runAllTimersAsync();
  expect(await promise).toEqual({ id: "x" });
  expect(asked).toHaveBeenCalledTimes(3);
});

test("a command is repeated with the same key", async () => {
  const asked = serverThat("silent", answer(200, {}));
  const promise = postKeyed("/api/tables", { key: "k1" });
  await vi.runAllTimersAsync();
  await promise;
  const bodies = (asked.mock.calls as unknown as [string, RequestInit][]).map(([, request]) => request.body);
  expect(bodies).toEqual(['{"key":"k1"}', '{"key":"k1"}']);
});

test("a server that asks for patience is given it, unless it takes too long for a person", async () => {
  const busy = (seconds: number) =>
    answer(429, { type: "error", code: "slow_down", sentence: "Too many tables.", clause: null, retry_after: seconds });
  const asked = serverThat(busy(2), answer(200, {}));
  const promise = postKeyed("/api/tables", { key: "k2" });
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.runAllTimersAsync();
  await promise;
  serverThat(busy(60));
  await expect(postKeyed("/api/tables", { key: "k3" })).rejects.toThrow("Too many tables.");
});

test("what has no key is sent once", async () => {
  const asked = serverThat("silent");
  await expect(post("/api/guests", {})).rejects.toBeInstanceOf(Unreachable);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a refusal keeps the server's sentence and clause, and is final", async () => {
  const said = { type: "error", code: "bad_option", sentence: "There is no gate C.", clause: "CAB-03" };
  const asked = serverThat(answer(400, said));
  const refused = await get("/api/games").catch((problem: unknown) => problem);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ message: "There is no gate C.", code: "bad_option", clause: "CAB-03", status: 400 });
  expect(asked).toHaveBeenCalledTimes(1);
});

test("an answer that is not the server's own still becomes a sentence", async () => {
  serverThat(new Response("<h1>Bad gateway</h1>", { status: 500 }));
  await expect(get("/api/games")).rejects.toThrow("Try again in a moment");
});

test("pauses grow, are bounded, and differ between clients", () => {
  expect(pauseAfter(1, () => 0)).toBe(150);
  expect(pauseAfter(1, () => 1)).toBe(300);
  expect(pauseAfter(3, () => 1)).toBe(1200);
  expect(pauseAfter(20, () => 1)).toBe(8000);
});

test("keys are new each time and of the server's alphabet", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{24}$/);
  expect(newKey()).not.toBe(newKey());
});
