import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Foresight, HESITATION } from "./foresight.svelte";
import type { Session } from "./session.svelte";

const ROLL = { roll: {} };
const STOP = { stop: {} };
const sent: unknown[] = [];
let seq = 3;
let link = "connected";

function session(): Session {
  const listening = {
    get truth() {
      return { seq };
    },
  };
  const send = (command: { move: unknown }) => {
    sent.push(command.move);
    return Promise.resolve({ type: "previewed", view: { a: 1 }, changes: "You win a tower.", actor: "luck" });
  };
  const rest = { commands: { send }, now: { seat: 0 }, live: { view: { a: 0 } } };
  return { ...rest, link, listening } as unknown as Session;
}

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  seq = 3;
  link = "connected";
});
afterEach(() => vi.useRealTimers());

test("a move that is pointed at is looked at after a moment, once", async () => {
  const foresight = new Foresight(session());
  foresight.look(ROLL);
  expect(foresight.seen).toBeNull();
  await vi.advanceTimersByTimeAsync(HESITATION);
  expect(foresight.seen).toEqual({
    move: ROLL,
    before: { a: 0 },
    after: { a: 1 },
    changes: "You win a tower.",
    actor: "luck",
  });
  foresight.look(null);
  expect(foresight.seen).toBeNull();
  foresight.look({ roll: {} });
  expect(foresight.seen?.changes).toBe("You win a tower.");
  expect(sent).toEqual([ROLL]);
});

test("whoever passes over a move asks nothing", async () => {
  const foresight = new Foresight(session());
  foresight.look(ROLL);
  foresight.look(STOP);
  foresight.look(null);
  await vi.advanceTimersByTimeAsync(10 * HESITATION);
  expect(sent).toEqual([]);
});

test("an answer for another moment is not shown", async () => {
  const foresight = new Foresight(session());
  foresight.look(ROLL);
  vi.advanceTimersByTime(HESITATION);
  seq = 4;
  await vi.advanceTimersByTimeAsync(0);
  expect(foresight.seen).toBeNull();
  foresight.forget();
  foresight.look(ROLL);
  await vi.advanceTimersByTimeAsync(HESITATION);
  expect(sent).toEqual([ROLL, ROLL]);
});

test("nothing is asked while there is no line, and it is asked when there is one again", async () => {
  link = "lost";
  const table = session();
  const foresight = new Foresight(table);
  foresight.look(ROLL);
  await vi.advanceTimersByTimeAsync(HESITATION);
  expect(sent).toEqual([]);
  table.link = "connected";
  foresight.look(ROLL);
  await vi.advanceTimersByTimeAsync(HESITATION);
  expect(sent).toEqual([ROLL]);
});
