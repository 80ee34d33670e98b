import { beforeEach, describe, expect, it, vi } from "vitest";
import { NONE, PHASE, inHand, placeNamed, type Move, type View } from "../reading";
import { mat, table } from "../table.fixture";
import { Acting } from "./acting.svelte";
import { foresee } from "./foresight";
import { BOX_CARD } from "./lattice";

vi.mock("./noises", () => ({ noise: () => {} }));

const BOMBAY = 4;

/** A table that takes or refuses what was sent when it is told to. */
class Far {
  view = $state.raw<View>(table());
  underway = $state.raw<Move[]>([]);
  sent: Move[] = [];
  asked: Move[] = [];
  fell: Move[] = [];
  acting = new Acting(
    {
      view: () => this.view,
      viewer: () => 0,
      play: (move) => {
        this.sent.push(move);
        this.underway = [...this.underway, move];
      },
      whyNot: (move) => this.asked.push(move),
      underway: () => this.underway,
      open: () => true,
    },
    (move) => this.fell.push(move),
  );

  async take(): Promise<void> {
    const [move, ...rest] = this.underway;
    const { acts } = this.view;
    this.view = { ...foresee(this.view, 0, [move!]), acts: acts.with(0, acts[0]! + 1) };
    await this.#answer(rest);
  }

  refuse(): Promise<void> {
    return this.#answer(this.underway.slice(1));
  }

  async #answer(rest: Move[]): Promise<void> {
    this.underway = rest;
    this.acting.hear();
    await Promise.resolve();
    await Promise.resolve();
  }
}

let far: Far;
beforeEach(() => (far = new Far()));

describe("what a hand does", () => {
  it("is seen at once, and sent when the table has what came before", async () => {
    far.acting.grab(BOMBAY, 0);
    far.acting.turn(BOMBAY, "right");
    far.acting.put(placeNamed("2,2"));
    expect(far.acting.ahead.place[0]![BOMBAY]).toBe(placeNamed("2,2"));
    expect(far.acting.ahead.rot[0]![BOMBAY]).toBe(1);
    expect(far.sent).toHaveLength(1);
    await far.take();
    await far.take();
    await far.take();
    expect(far.sent.map((move) => Object.keys(move)[0])).toEqual(["grab", "turn", "put"]);
    expect(far.acting.ahead).toBe(far.view);
    expect(far.fell).toEqual([]);
  });

  it("is undone when the table refuses it, with all that came after it", async () => {
    far.acting.grab(BOMBAY, 0);
    far.acting.put(placeNamed("2,2"));
    await far.refuse();
    expect(far.fell).toEqual([{ grab: { breed: "bombay", side: "back" } }]);
    expect(far.acting.ahead.place[0]![BOMBAY]).toBe(NONE);
    expect(far.sent).toHaveLength(1);
  });

  it("gives back what it holds before it takes something else", () => {
    far.acting.grab(BOMBAY, 0);
    far.acting.grab(0, 1);
    expect(inHand(far.acting.ahead, 0)).toBe(0);
    expect(far.acting.ahead.place[0]![BOMBAY]).toBe(NONE);
  });

  it("asks why not what cannot be done: a second of a breed, a box without need, a place without room", () => {
    const grab = { grab: { breed: "bombay", side: "back" } };
    far.view = table({ place: mat({ [BOMBAY]: placeNamed("2,2") }) });
    expect(far.acting.grab(BOMBAY, 0)).toBe(false);
    expect(far.acting.peek(2)).toBe(false);
    far.acting.noRoom(BOX_CARD, placeNamed("2,2"));
    far.acting.noRoom(BOX_CARD, far.view.box[0]!);
    far.acting.noRoom(BOMBAY, placeNamed("2,2"));
    far.acting.noRoom(BOMBAY, NONE);
    expect(far.asked).toEqual([grab, { peek: { slot: 3 } }, { box_move: { cell: "2,2" } }, { put: { place: "2,2" } }]);
    expect(far.sent).toEqual([]);
    far.view = table({ card: [NONE, 1, 2, NONE] });
    far.acting.grab(BOMBAY, 0);
    expect(far.asked.at(-1)).toEqual(grab);
  });

  it("does nothing without a card, and nothing after Meow", () => {
    far.acting.meow();
    far.acting.grab(BOMBAY, 0);
    expect(far.sent).toEqual([{ meow: {} }]);
    const other = new Far();
    other.view = table({ card: [NONE, 1, 2, NONE] });
    other.acting.grab(BOMBAY, 0);
    expect(other.sent).toEqual([]);
  });
});

describe("a paw", () => {
  it("waits for nothing, and is shown once", () => {
    far.acting.grab(BOMBAY, 0);
    far.acting.put(placeNamed("2,2"));
    far.view = table({ phase: PHASE.paws, caller: 1, called: 12_000, due: 0b101 });
    far.acting.paw();
    far.acting.paw();
    expect(far.sent.filter((move) => "paw" in move)).toHaveLength(1);
    expect(far.sent.some((move) => "put" in move)).toBe(false);
    expect(far.acting.isPawed).toBe(true);
  });

  it("is shown only by those who are asked", () => {
    far.view = table({ phase: PHASE.paws, caller: 1, called: 12_000, due: 0b100 });
    far.acting.paw();
    expect(far.sent).toEqual([]);
  });
});
