/** A turn in a few words where its game has none of its own: the sentences of the rules, without who it was. Knows no game. */
import { listOf } from "../lobby/words";
import type { Recap, Step } from "./board";
import type { AnyTrail } from "./trails";
import { textOf, withoutSubject, type Part } from "./words";

/** So many things are told of a turn; where there were more, those that came last. */
const MOST_STEPS = 4;
/** So many sentences make a line. */
const IN_A_LINE = 2;

/** `parts` gives a sentence with names in it, as whoever reads it wants to be told. */
export function recapOf(
  trail: AnyTrail,
  parts: (sentence: string) => Part[],
  isQuiet: (step: Step<unknown>) => boolean,
): Recap {
  const worded = (sentence: string) => textOf(withoutSubject(parts(sentence), trail.seat));
  const sentences: string[] = [];
  let faces: string[] = [];
  for (const step of trail.steps) {
    const face = faceIn(step);
    if (face === null && (step.sentence === "" || isQuiet(step))) continue;
    faces = face === null ? [] : [...faces, face];
    if (face === null) sentences.push(worded(step.sentence));
    else if (faces.length === 1) sentences.push(withFaces(sentences.pop() ?? "Rolls.", faces));
    else sentences.push(withFaces(sentences.pop()!.replace(/:[^:]*$/, ""), faces));
  }
  return {
    line: sentences.slice(-IN_A_LINE).join(" "),
    steps: sentences.slice(-MOST_STEPS).map(plain),
    means: "",
  };
}

/** What a die of luck shows, where a step tells nothing else. */
function faceIn({ actor, sentence }: Step<unknown>): string | null {
  return actor === "luck" ? (/ shows (\d+)\.$/.exec(sentence)?.[1] ?? null) : null;
}

/** "Rolls 2 dice." with what they show: "Rolls 2 dice: 4 and 6." */
function withFaces(sentence: string, faces: string[]): string {
  return `${sentence.replace(/\.$/, "")}: ${listOf(faces)}.`;
}

/** As a line of a list: no capital, no full stop. */
function plain(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** A piece of a recap: some words, and whether they matter most. */
export interface Stressed {
  text: string;
  strong: boolean;
}

/** Words with asterisks round what matters, in pieces. */
export function stressed(words: string): Stressed[] {
  return words
    .split("*")
    .map((text, index) => ({ text, strong: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** The same as plain text. */
export function unstressed(words: string): string {
  return words.replaceAll("*", "");
}
