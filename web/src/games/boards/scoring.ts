/** What brings and costs points, as the card of the goal tells it: a picture, words, and what it is worth. Knows no game. */

/** One line of it; `picture` is a name that the game draws. */
export interface ScoringLine<P extends string = string> {
  picture: P;
  words: string;
  /** "5", "−1 to −3", "14 left"; empty where there is nothing to count. */
  value: string;
}

/** "5 to 9", "−1 to −3", "6". */
export function range(values: readonly number[]): string {
  const sorted = [...new Set(values)].sort((one, other) => Math.abs(one) - Math.abs(other));
  const told = sorted.map((value) => (value < 0 ? `−${-value}` : String(value)));
  return told.length > 1 ? `${told[0]} to ${told.at(-1)}` : (told[0] ?? "");
}
