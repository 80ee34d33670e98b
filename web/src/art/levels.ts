/** How the bots of each level are drawn and called. What they can do is for the server to say. */

export interface Cat {
  name: string;
  /** A few words of character. */
  manner: string;
  symbol: string;
}

const CATS: Record<string, Cat> = {
  kitten: { name: "Kitten", manner: "plays about", symbol: "face-kitten" },
  "house-cat": { name: "House cat", manner: "one eye open", symbol: "face-house" },
  "alley-cat": { name: "Alley cat", manner: "bites back", symbol: "face-alley" },
  "top-cat": { name: "Top cat", manner: "rarely loses", symbol: "face-top" },
};

export const LEVELS = Object.keys(CATS);

/** The cat of a level; one that nobody has drawn borrows the house cat's face. */
export function catOf(level: string): Cat {
  const name = level.charAt(0).toUpperCase() + level.slice(1).replaceAll("-", " ");
  return CATS[level] ?? { name, manner: "", symbol: "face-house" };
}
