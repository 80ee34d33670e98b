import { describe, expect, it } from "vitest";
import { Habit, numberOf, openAmong, type Pressable } from "./choosing";

interface Named extends Pressable {
  name: string;
}

function button(name: string, more: Partial<Pressable> = {}): Named {
  return { name, disabled: false, ariaDisabled: null, getClientRects: () => [1], ...more };
}

const names = (buttons: Named[]) => buttons.map(({ name }) => name);

describe("what digits press", () => {
  it("is what a game marks as choices, in its order", () => {
    expect(names(openAmong([button("card"), button("pass")], [button("pass")]))).toEqual(["card", "pass"]);
  });

  it("is the verbs where nothing is marked", () => {
    expect(names(openAmong([], [button("roll"), button("stop")]))).toEqual(["roll", "stop"]);
  });

  it("is nothing that is closed, on its way or out of sight", () => {
    const closed = [
      button("disabled", { disabled: true }),
      button("sent", { ariaDisabled: "true" }),
      button("hidden", { getClientRects: () => [] }),
    ];
    expect(names(openAmong([...closed, button("open")], [button("verb")]))).toEqual(["open"]);
    expect(names(openAmong(closed, [button("verb")]))).toEqual([]);
  });

  it("is counted from 1 to 9, and a held key is pressed once", () => {
    const key = (name: string, repeat = false) => numberOf({ key: name, repeat });
    expect([key("1"), key("9"), key("0"), key("a"), key("10"), key("2", true)]).toEqual([0, 8, null, null, null, null]);
  });
});

describe("a turn that begins", () => {
  function after(...done: ((habit: Habit) => void)[]): Habit {
    const habit = new Habit();
    for (const act of done) act(habit);
    return habit;
  }
  const tab = (habit: Habit) => habit.pressed("Tab", true);
  const skip = (habit: Habit) => habit.pressed(" ", false);
  const pressBySpace = (habit: Habit) => habit.pressed(" ", true);
  const point = (habit: Habit) => habit.pointed();

  it("takes the focus of somebody who uses keys and has it nowhere else", () => {
    expect(after(tab).wantsFocus(true)).toBe(true);
    expect(after(point, pressBySpace).wantsFocus(true)).toBe(true);
    expect(after(tab).wantsFocus(false)).toBe(false);
  });

  it("leaves those alone who use mouse or finger, or have done nothing yet", () => {
    expect(after().wantsFocus(true)).toBe(false);
    expect(after(tab, point).wantsFocus(true)).toBe(false);
  });

  it("puts nothing under a space bar that was meant for skipping", () => {
    expect(after(tab, skip).wantsFocus(true)).toBe(false);
    expect(after(tab, skip, tab).wantsFocus(true)).toBe(true);
  });
});
