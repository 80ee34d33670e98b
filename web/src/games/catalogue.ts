/**
 * The five games in words, for people who have not chosen yet. Whether a game can be played here, for how many and with
 * which options is for the server to say.
 */

export interface Entry {
  id: string;
  name: string;
  sentence: string;
  /** Players as the rules say, for as long as the server does not know the game. */
  players: string;
  minutes: number;
  /** What one player does alone; null where the game needs company. */
  alone: string | null;
}

export const CATALOGUE: Entry[] = [
  {
    id: "cat-cab",
    name: "Cat Cab",
    sentence: "Race a taxi through Mew York: press your luck with the dice, pick up fares, be first out.",
    players: "1–3",
    minutes: 25,
    alone: "You race Crazy cat, who plays by the book and needs no bot.",
  },
  {
    id: "hot-tin-roof",
    name: "Hot Tin Roof",
    sentence: "Bridge the rooftops, charge rivals sardines to cross, and bring your cats together.",
    players: "3–4",
    minutes: 45,
    alone: null,
  },
  {
    id: "rollecate",
    name: "Rollecate",
    sentence: "Lay track one card ahead of an old steam engine, and keep her on the rails.",
    players: "1–4",
    minutes: 20,
    alone: "You play for the fewest points, the hard way, or against Betsy, who plays by the book.",
  },
  {
    id: "patrician",
    name: "Patrician",
    sentence: "Raise towers in Tuscan cities floor by floor and hold the tallest when they fill.",
    players: "2–5",
    minutes: 40,
    alone: null,
  },
  {
    id: "kitty-paw",
    name: "Kitty Paw",
    sentence: "Everyone at once: sort a heap of cats into the picture before anyone calls Meow.",
    players: "1–4",
    minutes: 15,
    alone: "You practise: ten rounds against the clock, with nobody to wait for.",
  },
];

/** The words for a game; a game that is not in the catalogue is called by its own name. */
export function entryOf(id: string, name = id): Entry {
  return CATALOGUE.find((entry) => entry.id === id) ?? { id, name, sentence: "", players: "", minutes: 0, alone: null };
}
