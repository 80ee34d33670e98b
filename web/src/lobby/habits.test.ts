import { beforeEach, expect, test, vi } from "vitest";
import { habitsOf, proposed, rememberFinished, rememberWay } from "./habits";

const WAYS = [{ id: "calm" }, { id: "practice" }, { id: "race" }];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("the first way is proposed until a game was finished, then the one chosen last", () => {
  rememberWay("kitty-paw", "race");
  expect(proposed(WAYS, habitsOf("kitty-paw"))).toBe("calm");
  rememberFinished("kitty-paw", "/t/one");
  expect(proposed(WAYS, habitsOf("kitty-paw"))).toBe("race");
  rememberWay("kitty-paw", "practice");
  expect(proposed(WAYS, habitsOf("kitty-paw"))).toBe("practice");
});

test("a table counts once, and every game has habits of its own", () => {
  rememberFinished("kitty-paw", "/t/one");
  rememberFinished("kitty-paw", "/t/one");
  rememberFinished("kitty-paw", "/t/two");
  expect(habitsOf("kitty-paw").finished).toHaveLength(2);
  expect(habitsOf("cat-cab").finished).toHaveLength(0);
});

test("what cannot be read, or is no way any more, proposes the first way", () => {
  localStorage.setItem("tabbytop.habits.kitty-paw", "no JSON");
  expect(proposed(WAYS, habitsOf("kitty-paw"))).toBe("calm");
  localStorage.setItem("tabbytop.habits.kitty-paw", '{"way": "gone", "finished": ["/t/one"]}');
  expect(proposed(WAYS, habitsOf("kitty-paw"))).toBe("calm");
});
