/** The twelve cats that play as bots: a name is a coat, at whatever level it plays. How a face is drawn from it is in `faces`. */
import type { CatName } from "../generated/protocol";

export interface Coat {
  fur: string;
  /** Stripes, spots and eyebrows. */
  mark: string;
  /** Round the mouth; the mask, the points or the bib of those whose pattern is there. */
  muzzle: string;
  pattern: "plain" | "tabby" | "spotted" | "tuxedo" | "calico" | "points" | "tortoiseshell";
  /** The eyes of a house cat, as far as they are open. */
  eye: string;
  /** Collar and bow tie. */
  cloth: string;
  ear?: string;
}

const ROSY = "#d9776f";

export const COATS: Record<CatName, Coat> = {
  Marmalade: {
    fur: "#e9964a",
    mark: "#b9601c",
    muzzle: "#fbe3bf",
    pattern: "tabby",
    eye: "#f5de8a",
    cloth: "#1f7a78",
  },
  Pepper: { fur: "#a9a5b4", mark: "#6f6a82", muzzle: "#f3eef0", pattern: "tabby", eye: "#f5de8a", cloth: "#1f7a78" },
  Domino: {
    fur: "#4a4558",
    mark: "#fff9ee",
    muzzle: "#fff9ee",
    pattern: "tuxedo",
    eye: "#bfe3d6",
    cloth: "#c8412f",
    ear: ROSY,
  },
  Clover: { fur: "#fff5e2", mark: "#4a4558", muzzle: "#ffffff", pattern: "calico", eye: "#f5de8a", cloth: "#17805c" },
  Biscuit: { fur: "#f1dfc0", mark: "#8a6248", muzzle: "#8a6248", pattern: "points", eye: "#8fc4e0", cloth: "#2463ae" },
  Cocoa: { fur: "#9a6a48", mark: "#5e3b25", muzzle: "#f0d9bc", pattern: "tabby", eye: "#f5de8a", cloth: "#e3a23a" },
  Misty: { fur: "#8ea3b8", mark: "#5f748c", muzzle: "#dce5ec", pattern: "plain", eye: "#cfe58a", cloth: "#c8412f" },
  Saffron: { fur: "#e3b968", mark: "#94652a", muzzle: "#fbebc8", pattern: "spotted", eye: "#f5de8a", cloth: "#7a4b9b" },
  Truffle: {
    fur: "#5a4a46",
    mark: "#fff9ee",
    muzzle: "#d9b08a",
    pattern: "tortoiseshell",
    eye: "#f0b75a",
    cloth: "#1f7a78",
    ear: ROSY,
  },
  Pearl: { fur: "#fbf6ea", mark: "#cfc3ae", muzzle: "#ffffff", pattern: "plain", eye: "#8fc4e0", cloth: "#c25c7a" },
  Tango: { fur: "#d4713a", mark: "#8f431a", muzzle: "#fff4e4", pattern: "tuxedo", eye: "#f5de8a", cloth: "#2463ae" },
  Juniper: { fur: "#7e8a7c", mark: "#4e5b50", muzzle: "#e7ecdf", pattern: "tabby", eye: "#f5de8a", cloth: "#d9782d" },
};

export const CATS = Object.keys(COATS) as CatName[];

/** The cat of this name, if it is one of the twelve. */
export function catCalled(name: string): CatName | null {
  return CATS.find((cat) => cat === name) ?? null;
}

/** The cat that comes after another one, other than those who sit already; null where all of them do. */
export function nextCat(cat: CatName | null, taken: readonly string[]): CatName | null {
  const used = taken.map((name) => name.toLowerCase());
  const from = cat === null ? 0 : CATS.indexOf(cat) + 1;
  const order = [...CATS.slice(from), ...CATS.slice(0, from)];
  return order.find((each) => each !== cat && !used.includes(each.toLowerCase())) ?? null;
}
