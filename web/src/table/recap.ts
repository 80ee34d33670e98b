/** A turn in a few words where its game has none of its own: the sentences of the rules, without who it was. Knows no game. */
import type { Recap, Step } from "./board";
import type { AnyTrail } from "./trails";
import { textOf, withoutSubject, type Part } from "./words";

/** So many things are told of a turn; where there were more, those that came last. */
export const MOST_STEPS = 4;
/** So many sentences make a line. */
const IN_A_LINE = 2;

export function recapOf(
  trail: AnyTrail,
  parts: (sentence: string) => Part[],
  isQuiet: (step: Step<unknown>) => boolean,
): Recap {
  const told = trail.steps.filter((step) => step.sentence !== "" && !isQuiet(step));
  const done = told.filter((step) => step.actor === trail.seat);
  const sentences = (done.length > 0 ? done : told).map(({ sentence }) =>
    textOf(withoutSubject(parts(sentence), trail.seat)),
  );
  return {
    line: sentences.slice(-IN_A_LINE).join(" "),
    steps: sentences.slice(-MOST_STEPS).map(plain),
    means: "",
  };
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
