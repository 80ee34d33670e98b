/** What a lesson says of itself. */
import type { Learning, LessonInfo } from "../generated/protocol";
import { counted, inWords } from "../lobby/words";
import type { Progress } from "./progress.svelte";

/** A piece of a sentence: what lies on the table stands out. */
export interface Told {
  text: string;
  isThing: boolean;
}

/** A sentence in pieces: what stands between asterisks lies on the table. */
export function told(sentence: string): Told[] {
  return sentence
    .split("*")
    .map((text, index) => ({ text, isThing: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** A sentence without its asterisks. */
export function plain(sentence: string): string {
  return sentence.replaceAll("*", "");
}

export function pathOf(game: string, lesson: string): string {
  return `/learn/${game}/${lesson}`;
}

/** The same for somebody who goes back to another page of this server afterwards. */
export function backTo(path: string, back: string): string {
  return `${path}?${new URLSearchParams({ back })}`;
}

/** About how long a lesson takes: "four minutes". */
export function lengthOf({ minutes }: Pick<LessonInfo, "minutes">): string {
  return minutes === 1 ? "a minute" : `${inWords(minutes).toLowerCase()} minutes`;
}

/** What heads a lesson before it is begun: "Patrician in four minutes". */
export function titleOf(lesson: Pick<LessonInfo, "title" | "minutes">): string {
  return `${lesson.title} in ${lengthOf(lesson)}`;
}

/** What a button says that leads to a lesson. */
export function verbOf(progress: Progress | null, state: "new" | "begun" | "learned", chapters: number): string {
  if (state === "begun") return `Go on, ${(progress?.chapter ?? 0) + 1} of ${chapters}`;
  return state === "learned" ? "Learned" : "Learn";
}

/** What was done in a lesson: "You made 12 moves in six chapters." */
export function doneIn(lesson: LessonInfo): string {
  const moves = lesson.moves.reduce((sum, some) => sum + some, 0);
  const chapters = lesson.chapters.length;
  return `You made ${counted(moves, "move", "moves")} in ${inWords(chapters).toLowerCase()} ${chapters === 1 ? "chapter" : "chapters"}.`;
}

/** How far somebody is who learns: "chapter 3 of 6". */
export function chapterOf({ chapter, of }: Learning): string {
  return `chapter ${chapter} of ${of}`;
}
