import { afterEach, expect, test, vi } from "vitest";
import { showGoalOnce } from "./goal";

const kept = vi.hoisted(() => ({ goalsSeen: ["rollecate"] }));
vi.mock("../settings.svelte", () => ({ settings: kept, choose: (changes: object) => Object.assign(kept, changes) }));
afterEach(() => void (kept.goalsSeen = ["rollecate"]));

const goal = () => ({ wins: "Most points win.", rest: "" });
const table = (game: string) =>
  ({ drawing: { goal }, table: { game }, isSeated: true, isReplay: false, isOver: false, curtain: null }) as never;
const but = (changes: object) => Object.assign({}, table("patrician") as object, changes) as never;

test("the goal opens by itself in the first game of a kind, and never again", () => {
  expect(showGoalOnce(table("patrician"))).toBe(true);
  expect(showGoalOnce(table("patrician"))).toBe(false);
  expect(showGoalOnce(table("cat-cab"))).toBe(true);
  expect(showGoalOnce(table("rollecate"))).toBe(false);
});

test("not for those who watch or look back, not before the curtain is raised, and not without a goal", () => {
  const others = [{ isSeated: false }, { isReplay: true }, { isOver: true }, { curtain: 1 }, { drawing: {} }];
  for (const changes of others) expect(showGoalOnce(but(changes))).toBe(false);
  expect(showGoalOnce(table("patrician"))).toBe(true);
});
