import { afterEach, expect, test, vi } from "vitest";
import { chooseByDigit } from "./choosing";
import { lastPress, pressedAt } from "./pressed";

afterEach(() => vi.unstubAllGlobals());

test("a digit presses where its choice is, not where the focus was", () => {
  const events: string[] = [];
  const button = (x: number) => ({
    ...{ disabled: false, ariaDisabled: null, checkVisibility: () => true },
    getBoundingClientRect: () => ({ x, y: 10, width: 40, height: 20 }),
    focus: () => events.push(`focus ${x}`),
    click: () => events.push(`click ${x} ${JSON.stringify(lastPress())}`),
  });
  vi.stubGlobal("document", { querySelectorAll: () => [button(100), button(200)] });
  pressedAt({ x: 1, y: 1 });
  expect(chooseByDigit({ key: "2", repeat: false } as KeyboardEvent)).toBe(true);
  expect(events).toEqual(["focus 200", 'click 200 {"x":220,"y":30}']);
  expect(chooseByDigit({ key: "3", repeat: false } as KeyboardEvent)).toBe(false);
});
