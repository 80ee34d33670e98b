// Made by `python -m tabbytop.server.protocol.typescript` from the declarations of Rollecate. Do not edit.

/** The railway is a row of track cards; `first`, `train` and `end` are places in it, and places are never reused. */
export interface View {
  /** Betsy's included. */
  seats: number;
  /** Those with a hand. */
  players: number;
  /** At a table of several (0), or alone: for the fewest points (1), the hard way (2), against Betsy (3). */
  mode: number;
  /** 1 if chance bends the curves of the initial railway. */
  auto_setup: number;
  /** Whether the player chooses the bends of Betsy's curves. */
  human_bends: number;
  /** Who takes the first turn. */
  starter: number;
  /** The draw pile, by kind. */
  deck: number[];
  /** How many cards are in the draw pile. */
  deck_size: number;
  /** Taken out before the first turn, by kind (ROL-30). */
  removed: number[];
  /** How many cards were taken out before the first turn. */
  removed_size: number;
  /** By seat and kind. */
  hand: number[][];
  /** How many cards each seat has in the hand. */
  hand_size: number[];
  /** The kind of the card at each place; -1 where none lies yet or any more. */
  track: number[];
  /** The column of the card at each place. */
  x: number[];
  /** The row of the card at each place. */
  y: number[];
  /** How each card was laid: straight on, to the left, to the right. */
  bend: number[];
  /** Where the line leaves each card: east, north, west, south. */
  heading: number[];
  /** The place of the oldest card. */
  first: number;
  /** The place of the next card to come. */
  end: number;
  /** The place of the train. */
  train: number;
  /** How often she has derailed. */
  derailments: number;
  /** The kind of a card drawn openly and not yet laid: in set-up, or by Betsy. */
  shown: number;
  /** Chaos cards set aside in set-up, by value. */
  aside: number[];
  /** Penalty cards of this turn that are not laid yet, by kind. */
  taken: number[];
  /** How many penalty cards are not laid yet. */
  taken_size: number;
  /** Cards in the box because they were combined, by kind. */
  combined: number[];
  /** Cards in the box because Betsy could not build them, by kind. */
  unbuilt: number[];
  /** Every discard pile by seat, the first card laid first. All of it was laid openly, so bots remember it; people are shown the top of other players' piles only (ROL-61). */
  pile: number[][];
  /** How many cards lie on each discard pile. */
  pile_size: number[];
  /** What is going on; `facts.py` numbers the phases. */
  phase: number;
  /** Who acts: a seat, LUCK, HOUSE or OVER. */
  acting: number;
  /** Whose turn it is. */
  turn: number;
  /** Turns begun, by seat. */
  turns: number[];
  /** The value of the cards built this turn; 0 while none is. */
  value: number;
  /** How many cards were built this turn. */
  built: number;
  /** Dice still to be thrown. */
  dice: number;
  /** Wheels that came up this turn. */
  wheels: number;
  /** Penalty cards still to be taken. */
  due: number;
  /** Whether a hard solo game was lost by derailing too often. */
  lost: number;
}

/** A move: one family with its arguments. */
export type Move =
  | { start: { seat: 0 | 1 | 2 | 3 } }
  | { turn_up: { card: "1 straight" | "2 straight" | "3 straight" | "4 straight" | "1 curve" | "2 curve" | "3 curve" | "4 curve" | "1 broken straight" | "2 broken straight" | "3 broken straight" | "4 broken straight" | "1 broken curve" | "2 broken curve" | "3 broken curve" | "4 broken curve" | "1 chaos" | "2 chaos" | "3 chaos" | "4 chaos" } }
  | { draw: { card: "1 straight" | "2 straight" | "3 straight" | "4 straight" | "1 curve" | "2 curve" | "3 curve" | "4 curve" | "1 broken straight" | "2 broken straight" | "3 broken straight" | "4 broken straight" | "1 broken curve" | "2 broken curve" | "3 broken curve" | "4 broken curve" | "1 chaos" | "2 chaos" | "3 chaos" | "4 chaos" } }
  | { remove: { card: "1 straight" | "2 straight" | "3 straight" | "4 straight" | "1 curve" | "2 curve" | "3 curve" | "4 curve" | "1 broken straight" | "2 broken straight" | "3 broken straight" | "4 broken straight" | "1 broken curve" | "2 broken curve" | "3 broken curve" | "4 broken curve" | "1 chaos" | "2 chaos" | "3 chaos" | "4 chaos" } }
  | { throw: { wheels: 0 | 1 | 2 | 3 | 4 } }
  | { place: { bend: "straight" | "left" | "right" } }
  | { return_chaos: Record<string, never> }
  | { pass: Record<string, never> }
  | { build: { card: "1 straight" | "2 straight" | "3 straight" | "4 straight" | "1 curve" | "2 curve" | "3 curve" | "4 curve" | "1 broken straight" | "2 broken straight" | "3 broken straight" | "4 broken straight" | "1 broken curve" | "2 broken curve" | "3 broken curve" | "4 broken curve"; bend: "straight" | "left" | "right" } }
  | { chaos: { value: 1 | 2 | 3 | 4; combine: "no" | "yes" } }
  | { done: Record<string, never> }
  | { ride: Record<string, never> }
  | { take: Record<string, never> }
  | { lay: { card: "1 straight" | "2 straight" | "3 straight" | "4 straight" | "1 curve" | "2 curve" | "3 curve" | "4 curve" | "1 broken straight" | "2 broken straight" | "3 broken straight" | "4 broken straight" | "1 broken curve" | "2 broken curve" | "3 broken curve" | "4 broken curve"; combine: "no" | "yes" } }
  | { show_hands: Record<string, never> }
  | { drawn_unseen: Record<string, never> }
  | { removed_unseen: Record<string, never> };

/** What the page needs to know of Rollecate that no view tells: the cards, the directions and the numbers. */
export const PAGE = {
  "cards": [{"name": "1 straight", "value": 1, "kind": "track", "curve": false, "count": 6}, {"name": "2 straight", "value": 2, "kind": "track", "curve": false, "count": 6}, {"name": "3 straight", "value": 3, "kind": "track", "curve": false, "count": 5}, {"name": "4 straight", "value": 4, "kind": "track", "curve": false, "count": 6}, {"name": "1 curve", "value": 1, "kind": "track", "curve": true, "count": 6}, {"name": "2 curve", "value": 2, "kind": "track", "curve": true, "count": 6}, {"name": "3 curve", "value": 3, "kind": "track", "curve": true, "count": 6}, {"name": "4 curve", "value": 4, "kind": "track", "curve": true, "count": 5}, {"name": "1 broken straight", "value": 1, "kind": "broken", "curve": false, "count": 1}, {"name": "2 broken straight", "value": 2, "kind": "broken", "curve": false, "count": 1}, {"name": "3 broken straight", "value": 3, "kind": "broken", "curve": false, "count": 1}, {"name": "4 broken straight", "value": 4, "kind": "broken", "curve": false, "count": 1}, {"name": "1 broken curve", "value": 1, "kind": "broken", "curve": true, "count": 0}, {"name": "2 broken curve", "value": 2, "kind": "broken", "curve": true, "count": 0}, {"name": "3 broken curve", "value": 3, "kind": "broken", "curve": true, "count": 0}, {"name": "4 broken curve", "value": 4, "kind": "broken", "curve": true, "count": 0}, {"name": "1 chaos", "value": 1, "kind": "chaos", "curve": false, "count": 1}, {"name": "2 chaos", "value": 2, "kind": "chaos", "curve": false, "count": 1}, {"name": "3 chaos", "value": 3, "kind": "chaos", "curve": false, "count": 2}, {"name": "4 chaos", "value": 4, "kind": "chaos", "curve": false, "count": 1}],
  "tracks": 16,
  "initial": 4,
  "bends": ["straight", "left", "right"],
  "quarter_turns": [0, 1, 3],
  "headings": ["east", "north", "west", "south"],
  "steps": [[1, 0], [0, 1], [-1, 0], [0, -1]],
  "phases": {"choosing_starter": 0, "turning_up": 1, "placing": 2, "returning": 3, "removing": 4, "dealing": 5, "drawing": 6, "acting": 7, "building": 8, "discarding": 9, "throwing": 10, "riding": 11, "taking": 12, "laying": 13, "betsy_drawing": 14, "betsy_acting": 15, "betsy_bending": 16, "scoring": 17, "finished": 18},
  "modes": {"table": 0, "solo": 1, "solo_hard": 2, "betsy": 3},
  "actors": {"luck": -1, "house": -2, "over": -5},
  "names": ["Red", "Blue", "Green", "Plum"],
  "betsy": 1,
  "dice": 4,
  "faces": ["wheel", "wheel", "wheel", "wheel", "blank", "blank"],
  "removed": [0, 11, 11, 9, 7],
  "forbidden_difference": 2,
  "derailments_allowed": 3,
} as const;
