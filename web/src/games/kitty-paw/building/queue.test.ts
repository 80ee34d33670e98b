import { beforeEach, describe, expect, it, vi } from "vitest";
import { Queue } from "./queue";

/** A table that answers when it is told to. */
class Slow {
  sent: string[] = [];
  isBusy = false;
  #answers: ((made: boolean) => void)[] = [];

  send = (move: string): Promise<boolean> | null => {
    if (this.isBusy) return null;
    this.sent.push(move);
    return new Promise((answer) => this.#answers.push(answer));
  };

  async answer(made = true): Promise<void> {
    this.#answers.shift()!(made);
    await Promise.resolve();
    await Promise.resolve();
  }
}

let slow: Slow;
let queue: Queue<string>;
let untaken: readonly string[];
let refused: [string, readonly string[]][];

beforeEach(() => {
  slow = new Slow();
  untaken = [];
  refused = [];
  queue = new Queue<string>(
    slow.send,
    (moves) => (untaken = moves),
    (move, fallen) => refused.push([move, fallen]),
  );
});

describe("what a hand does is sent in its order", () => {
  it("one thing after the other, each once the table has the one before", async () => {
    queue.add("grab");
    queue.add("turn");
    queue.add("put");
    expect(slow.sent).toEqual(["grab"]);
    expect(untaken).toEqual(["grab", "turn", "put"]);
    await slow.answer();
    expect(slow.sent).toEqual(["grab", "turn"]);
    expect(untaken).toEqual(["turn", "put"]);
    await slow.answer();
    await slow.answer();
    expect(slow.sent).toEqual(["grab", "turn", "put"]);
    expect(queue.untaken).toEqual([]);
  });

  it("what follows something refused falls with it, and later things are sent again", async () => {
    queue.add("grab", "put");
    await slow.answer(false);
    expect(refused).toEqual([["grab", ["put"]]]);
    expect(untaken).toEqual([]);
    queue.add("grab");
    expect(slow.sent).toEqual(["grab", "grab"]);
  });

  it("what was not sent yet is dropped with the round; what was sent still gets its answer", async () => {
    queue.add("grab", "put");
    queue.drop();
    expect(untaken).toEqual(["grab"]);
    await slow.answer();
    expect(slow.sent).toEqual(["grab"]);
    expect(queue.untaken).toEqual([]);
  });

  it("what cannot be sent just now is tried again", async () => {
    vi.useFakeTimers();
    slow.isBusy = true;
    queue.add("grab");
    expect(slow.sent).toEqual([]);
    slow.isBusy = false;
    await vi.runOnlyPendingTimersAsync();
    expect(slow.sent).toEqual(["grab"]);
    vi.useRealTimers();
  });
});
