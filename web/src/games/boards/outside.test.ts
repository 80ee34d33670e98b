import { expect, test, vi } from "vitest";
import type { GameProps } from "../../table/board";
import { Place, drawnBy } from "./outside";

vi.mock("./Outside.svelte", () => ({ default: vi.fn() }));

const element = {} as HTMLElement;
const given = (turn: number) => ({ view: { turn } }) as GameProps<{ turn: number }, unknown>;

test("a board from outside is mounted once, told of every change, and cleared once", () => {
  const told: string[] = [];
  const place = new Place((where, { view }) => {
    expect(where).toBe(element);
    told.push(`mount ${view.turn}`);
    return { update: ({ view }) => told.push(`update ${view.turn}`), destroy: () => told.push("destroy") };
  });
  for (const turn of [1, 2, 3]) place.show(element, given(turn));
  place.clear();
  place.clear();
  expect(told).toEqual(["mount 1", "update 2", "update 3", "destroy"]);
});

test("a board that was never shown has nothing to clear", () => {
  const mount = vi.fn();
  new Place(mount).clear();
  expect(mount).not.toHaveBeenCalled();
});

test("the parts of a module from outside are those of any drawing, with a usual duration", () => {
  const turn = () => 1;
  const drawing = drawnBy({ mount: vi.fn(), turn, whole: true }, "/games/g/board.js");
  expect(drawing.turn).toBe(turn);
  expect(drawing.whole).toBe(true);
  expect(drawing.duration({} as never, {}, {})).toBeGreaterThan(0);
  expect(drawing.Board).toBeTypeOf("function");
});

test("a module that cannot be mounted is named", () => {
  expect(() => drawnBy({}, "/games/g/board.js")).toThrow('The board at /games/g/board.js has no function "mount".');
});
