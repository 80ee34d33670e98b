import { expect, it } from "vitest";
import { PHASE } from "../reading";
import { table } from "../table.fixture";
import { bringing } from "./bringing";

it("says what lies where a cab goes back to, as far as it lands there", () => {
  const surplus = table({ phase: PHASE.surplus_back, back_seat: 0, passenger: 0 });
  expect(bringing(surplus, { back: { to: "3,5" } })).toBe("onto Paw patrol");
  expect(bringing(surplus, { back: { to: "2,3" } })).toBe("onto cat nibbles");
  expect(bringing(surplus, { back: { to: "1,1" } })).toBe("where the passenger waits");
  expect(bringing(surplus, { back: { to: "start" } })).toBe("");
  const pushed = table({ phase: PHASE.pothole, back_seat: 0 });
  expect(bringing(pushed, { back: { to: "3,5" } })).toBe("nothing happens there");
  expect(bringing({ ...pushed, pushed_cabs_land: 1 }, { back: { to: "3,5" } })).toBe("onto Paw patrol");
});

it("counts the curses of whoever may be given more", () => {
  expect(bringing(table({ curses: [0, 1, 2] }), { sabotage: { seat: 1 } })).toBe("has 1 curse now");
  expect(bringing(table({ curses: [0, 1, 2] }), { sabotage: { seat: 2 } })).toBe("has 2 curses now");
});
