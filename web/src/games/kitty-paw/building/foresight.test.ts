import { describe, expect, it } from "vitest";
import { PAGE } from "../generated";
import { ASLEEP, HIDE, IN_HAND, NONE, NOWHERE, inHand, placeNamed, type Move } from "../reading";
import { mat, table } from "../table.fixture";
import { foresee } from "./foresight";

const BOMBAY = 4;
const at = placeNamed;
const GRAB: Move = { grab: { breed: "bombay", side: "belly" } };

describe("what a hand does is seen at once", () => {
  it("a tile leaves the heap, comes to the hand as it lay, and lies where it is put", () => {
    const held = foresee(table(), 0, [GRAB]);
    expect(inHand(held, 0)).toBe(BOMBAY);
    expect(held.centre[BOMBAY]).toEqual([2, 0]);
    expect(held.side[0]![BOMBAY]).toBe(ASLEEP);
    const put = foresee(table(), 0, [GRAB, { put: { place: "1,1" } }]);
    expect(put.place[0]![BOMBAY]).toBe(at("1,1"));
    expect(inHand(put, 0)).toBe(NONE);
  });

  it("turns and flips add up in their order", () => {
    const turn: Move = { turn: { piece: "bombay", way: "left" } };
    const done = foresee(table(), 0, [GRAB, turn, turn, { flip: { breed: "bombay" } }]);
    expect(done.rot[0]![BOMBAY]).toBe(4);
    expect(done.side[0]![BOMBAY]).toBe(0);
  });

  it("a tile given back lies in the heap with the side it has", () => {
    const back = foresee(table(), 0, [GRAB, { flip: { breed: "bombay" } }, { give_back: { piece: "bombay" } }]);
    expect(back.centre[BOMBAY]).toEqual([3, 0]);
    expect(back.place[0]![BOMBAY]).toBe(NOWHERE);
  });

  it("the box card takes the tile on it along", () => {
    const view = table({ place: mat({ [BOMBAY]: PAGE.start }) });
    const moved = foresee(view, 0, [{ box_move: { cell: "2,2" } }, { box_flip: {} }]);
    expect(moved.box[0]).toBe(at("2,2"));
    expect(moved.place[0]![BOMBAY]).toBe(at("2,2"));
    expect(moved.box_side[0]).toBe(1);
  });

  it("a kept animal comes to the hand, and a look ends with anything else", () => {
    const known = table().known.map((seen, seat) => (seat === 0 ? seen.with(2, 6) : seen));
    const looking = table({ peeking: [2, NONE, NONE, NONE], known });
    const kept = foresee(looking, 0, [{ keep: {} }]);
    expect(kept.place[0]![HIDE]).toBe(IN_HAND);
    expect([kept.hide[0], kept.hide_slot[0], kept.peeking[0]]).toEqual([6, 2, NONE]);
    expect(foresee(looking, 0, [GRAB]).peeking[0]).toBe(NONE);
    expect(foresee(looking, 0, [{ peek: { slot: 5 } }]).peeking[0]).toBe(4);
  });

  it("a card that is taken leaves the row", () => {
    const taken = foresee(table({ card: [NONE, 1, 2, NONE] }), 0, [{ take_card: { card: "I-04" } }]);
    expect(taken.card[0]).toBe(3);
    expect(taken.row).toEqual([NONE, NONE, NONE, NONE]);
  });

  it("finishing a calm round stops only oneself", () => {
    expect(foresee(table({ calm: 1 }), 0, [{ meow: {} }]).done).toBe(1);
    expect(foresee(table(), 0, [{ meow: {} }]).done).toBe(0);
  });
});

it("the table itself and the others stay as they are", () => {
  const view = table();
  const before = JSON.stringify(view);
  const ahead = foresee(view, 0, [GRAB, { put: { place: "1,1" } }, { box_flip: {} }]);
  expect(JSON.stringify(view)).toBe(before);
  expect(ahead.place[1]).toBe(view.place[1]);
  expect(foresee(view, 0, [])).toBe(view);
});
