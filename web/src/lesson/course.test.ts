import { expect, test } from "vitest";
import type { LessonDocument, LessonMoment, LessonStep, LogEntry, Move } from "../generated/protocol";
import { Truth, hashOf } from "../table/truth";
import { Course } from "./course";

const UP: Move = { up: {} };
const DOWN: Move = { down: {} };
const MARK: Move = { mark: {} };
const REROLL: Move = { reroll: {} };
const STOP: Move = { stop: {} };

function moment(view: object, ...moves: Move[]): LessonMoment {
  const choices = moves.map((move) => ({ move, label: Object.keys(move)[0]! }));
  const hash = hashOf(view as Record<string, unknown>);
  return { actor: 0, prompt: "Your turn.", choices, scores: [0], outcome: null, hash, picture: "#" };
}

function entry(ply: number, actor: LogEntry["actor"], move: Move, changes: object): LogEntry {
  return { ply, actor, move, sentence: "So.", changes: changes as LogEntry["changes"], odds: null };
}

function step(
  say: string,
  move: Move,
  happened: LogEntry[],
  now: LessonMoment,
  more: Partial<LessonStep> = {},
): LessonStep {
  return { say, why: "", clauses: ["ABC-01"], lines: [{ move, happened, now }], wrong: [], otherwise: "", ...more };
}

const LESSON = {
  game: "g",
  id: "basics",
  title: "G",
  about: "",
  minutes: 1,
  players: 2,
  options: {},
  seat: 0,
  seats: [
    { seat: 0, kind: "guest", name: "Tabby", level: null, away: false, time: null, learning: null, face: "" },
    { seat: 1, kind: "bot", name: "Kitten", level: "kitten", away: false, time: null, learning: null, face: "" },
  ],
  chapters: [
    {
      title: "One",
      view: { at: 0 },
      now: moment({ at: 0 }, UP, DOWN, STOP),
      steps: [
        step("Go *up*", UP, [entry(0, 0, UP, { at: 1 }), entry(1, "luck", STOP, { at: 2 })], moment({ at: 2 }, MARK), {
          wrong: [{ moves: [DOWN], say: "That is down. Try up." }],
          otherwise: "Try up.",
        }),
        step("Choose", MARK, [entry(2, 0, MARK, { at: 3 })], moment({ at: 3 }, REROLL)),
        step("", REROLL, [entry(3, 0, REROLL, { at: 4 })], moment({ at: 4 }, STOP)),
      ],
    },
    {
      title: "Two",
      view: { at: 9 },
      now: moment({ at: 9 }, STOP),
      steps: [step("Stop", STOP, [entry(0, 0, STOP, { at: 10 })], moment({ at: 10 }))],
    },
  ],
} satisfies LessonDocument;

test("a right move leads on, with everything that follows it, as a table would tell it", () => {
  const course = new Course(LESSON, false);
  const truth = new Truth();
  expect(truth.start(course.welcome())).toBe(true);
  const outcome = course.play(UP);
  expect(outcome).toHaveProperty("news");
  const heard = truth.follow((outcome as { news: never }).news);
  expect(heard).toMatchObject({ happened: [{ after: { at: 1 } }, { after: { at: 2 } }] });
  expect(truth.view).toEqual({ at: 2 });
  expect(course.place).toEqual({ chapter: 0, step: 1 });
  expect(course.placeAt(truth.seq)).toEqual(course.place);
  expect(course.log().lines).toHaveLength(2);
});

test("another legal move gets its answer and changes nothing, one that is not legal gets none", () => {
  const course = new Course(LESSON, false);
  const before = course.welcome();
  expect(course.play(DOWN)).toEqual({ say: "That is down. Try up." });
  expect(course.play(STOP)).toEqual({ say: "Try up." });
  expect(course.play(REROLL)).toBeNull();
  expect(course.welcome()).toEqual(before);
});

test("what one gesture does is spoken of once, and goes back as one", () => {
  const course = new Course(LESSON, false, { chapter: 0, step: 1 });
  expect(course.gesture()).toEqual([MARK, REROLL]);
  course.play(MARK);
  expect(course.spoken()).toEqual({ chapter: 0, step: 1 });
  expect(course.gesture()).toEqual([REROLL]);
  expect(course.before()).toEqual({ chapter: 0, step: 0 });
  course.play(REROLL);
  expect(course.step()).toBeNull();
  expect(course.before()).toEqual({ chapter: 0, step: 1 });
});

test("at the end of a chapter nothing is offered, and the next one begins from its own position", () => {
  const course = new Course(LESSON, false, { chapter: 0, step: 2 });
  course.play(REROLL);
  expect(course.welcome().now.choices).toEqual([]);
  course.goTo(course.after()!);
  expect(course.welcome()).toMatchObject({ view: { at: 9 }, now: { ply: 0 } });
  expect(course.before()).toEqual({ chapter: 0, step: 1 });
  expect(course.after()).toBeNull();
});

test("a lesson that was left goes on from its step, as it is shown", () => {
  const course = new Course(LESSON, false, { chapter: 0, step: 1 });
  expect(course.welcome()).toMatchObject({ view: { at: 2 }, now: { ply: 2 } });
  expect(new Course(LESSON, false, { chapter: 7, step: 7 }).place).toEqual({ chapter: 1, step: 0 });
});

test("nothing lies before the first step", () => {
  expect(new Course(LESSON, false).before()).toBeNull();
});

test("in a race the time is told, and stands with the view", () => {
  const view = { now: 1200 };
  const chapter = { ...LESSON.chapters[0]!, view, now: moment(view, UP) };
  expect(new Course({ ...LESSON, chapters: [chapter] }, true).welcome().now.time).toBe(1200);
  expect(new Course({ ...LESSON, chapters: [chapter] }, false).welcome().now.time).toBeNull();
});
