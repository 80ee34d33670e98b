import { expect, test, vi } from "vitest";
import { Advisor } from "./advisor.svelte";
import type { Session } from "./session.svelte";

const CHOICES = ["a", "b"].map((label) => ({ move: { [label]: {} }, label }));
const looked: unknown[] = [];

function session(answer: (command: { type: string }) => Promise<unknown>): Session {
  return {
    listening: { truth: { seq: 5 } },
    commands: { send: answer, refuse: vi.fn() },
    foresight: { look: (move: unknown) => looked.push(move), forget: () => looked.push("forgotten") },
    looks: { parts: (text: string) => [{ text, seat: null }] },
    own: 0,
    now: { seq: 5, ply: 4, seat: 0 },
    table: { game: "g" },
    highlight: null,
  } as unknown as Session;
}

test("the first line is open and drawn, choosing another draws that", async () => {
  looked.length = 0;
  const advisor = new Advisor(session(async () => ({ type: "hinted", choices: CHOICES })));
  const asking = advisor.ask();
  expect(advisor.advice).toEqual({ seq: 5, choices: null, chosen: 0 });
  expect(advisor.proposed).toBeNull();
  await asking;
  expect(advisor.proposed).toMatchObject({ actor: 0, move: { a: {} }, sentence: "a" });
  advisor.choose(1);
  expect(advisor.proposed).toMatchObject({ move: { b: {} } });
  advisor.choose(7);
  expect(advisor.proposed).toMatchObject({ move: { b: {} } });
  expect(looked).toEqual([{ a: {} }, { b: {} }]);
  advisor.forget(6);
  expect(advisor.advice).toBeNull();
});

test("whoever gets no advice is told why", async () => {
  const given = session(() => Promise.reject(new Error("busy")));
  const advisor = new Advisor(given);
  await advisor.ask();
  expect(advisor.advice).toBeNull();
  expect(given.commands.refuse).toHaveBeenCalled();
});

test("a turn is explained when asked, and put away when asked again", async () => {
  const asked: unknown[] = [];
  const given = session(async (command) => {
    asked.push(command);
    return { type: "explained", of: 1, sentence: "It wins a tower." };
  });
  const advisor = new Advisor(given);
  await advisor.explain(1);
  expect(advisor.explained).toEqual({ seat: 1, sentence: "It wins a tower." });
  expect(asked).toMatchObject([{ type: "explain", of: 1 }]);
  await advisor.explain(1);
  expect(advisor.explained).toBeNull();
  await advisor.explain(1);
  advisor.forget(6);
  expect(advisor.explained).toBeNull();
});
