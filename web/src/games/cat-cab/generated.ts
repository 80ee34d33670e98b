// Made by `python -m tabbytop.server.protocol.typescript` from the declarations of Cat Cab. Do not edit.

/** Squares are numbered row by row from (1, 1); places beyond the grid are in `board.py`. */
export interface View {
  /** How many drivers there are, Crazy cat included. */
  seats: number;
  /** 1 if one person plays against Crazy cat. */
  solo: number;
  /** Which side of the game card is the city: 0 front, 1 back. */
  side: number;
  /** The gate where everybody starts: 0 is A, 1 is B; the other one is the exit. */
  entry: number;
  /** 1 if curses of one turn may go to different rivals. */
  split_sabotage: number;
  /** 1 if Crazy cat heads for the exit in rush hour. */
  sensible_crazy_cat: number;
  /** Own turns after which a driver in the city is out; 0 is no limit. */
  turn_limit: number;
  /** The colour of each seat. */
  colour: number[];
  /** 1 if a coloured die that is lost is out of the game. */
  lost_dice_stay_lost: number;
  /** 1 if Crazy cat stops at the passenger. */
  crazy_cat_stops: number;
  /** 1 if a cab that is pushed back lands where it comes to stand. */
  pushed_cabs_land: number;
  /** 1 if special squares where a passenger has waited stay out of play. */
  quiet_squares_stay_quiet: number;
  /** Where each seat's cab is: a square, or a place beyond the grid. */
  place: number[];
  /** The square where a passenger waits; -1 if none does. */
  passenger: number;
  /** Passengers picked up so far. */
  picked_up: number;
  /** Passengers lost so far. */
  lost: number;
  /** Who has which coloured die: red, blue and green D6, then red, blue and green D8; -1 is the supply, -2 nowhere. */
  holder: number[];
  /** 1 for each special square that is out of play for good, in the order of the squares. */
  quiet: number[];
  /** Seats in turn order. */
  order: number[];
  /** What each seat has rolled for the turn order; 0 before that. */
  order_roll: number[];
  /** Curses that lie on each seat. */
  curses: number[];
  /** Passengers that each seat has. */
  held: number[];
  /** Own turns finished; without a turn limit the count ends at `facts.MOST_TURNS`. */
  turns: number[];
  /** 1 for the first to leave the city, 2 for the second …; 0 for nobody yet. */
  departure: number[];
  /** Own turns left in rush hour; 0 before rush hour. */
  rush: number[];
  /** The winner once the game is over; -1 if there is none. */
  champion: number;
  /** What is going on; `facts.py` numbers the phases. */
  phase: number;
  /** Who acts: a seat, LUCK, HOUSE or OVER. */
  acting: number;
  /** Index into `order`. */
  turn: number;
  /** What each die shows: five white, three coloured D6, three coloured D8; 0 is not rolled this turn. */
  face: number[];
  /** Bits of the turn dice. */
  pool: number;
  /** Bits of the dice in the air. */
  rolling: number;
  /** Bits of the dice chosen for the next re-roll. */
  marked: number;
  /** Final 3s not yet used for an item. */
  threes: number;
  /** Rolls for items made this turn. */
  item_rolls: number;
  /** Sources of 1 space left. */
  ones: number;
  /** Sources of 2 spaces left. */
  twos: number;
  /** 1 once the active cab has moved this turn. */
  moved: number;
  /** 1 if the active cab has landed where it stands. */
  landed: number;
  /** Bits of the seats that were pushed this turn and have landed by that. */
  pushed: number;
  /** Spaces of a speed boost still to be directed. */
  boost: number;
  /** Final 2s still to be placed as curses. */
  to_place: number;
  /** Final 2s placed so far this turn. */
  placed: number;
  /** The column just rolled for a passenger. */
  column: number;
  /** The phase that follows once a passenger stands. */
  after_passenger: number;
  /** The seat whose cab has to move back. */
  back_seat: number;
  /** How far it has to move back. */
  back_spaces: number;
  /** Bits of the seats in a cat fight; afterwards of the losers who have yet to move back. */
  fighters: number;
  /** The seat that rolls in the cat fight. */
  duellist: number;
  /** The first die of the pair being rolled. */
  fight_die: number;
  /** What each seat has rolled in this round of the fight. */
  fight_total: number[];
  /** Tries that Crazy cat has made in this fight. */
  fight_tries: number;
}

/** A move: one family with its arguments. */
export type Move =
  | { die: { shows: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 } }
  | { roll: Record<string, never> }
  | { mark: { die: "white 1" | "white 2" | "white 3" | "white 4" | "white 5" | "red D6" | "blue D6" | "green D6" | "red D8" | "blue D8" | "green D8" } }
  | { reroll: Record<string, never> }
  | { stop: Record<string, never> }
  | { roll_item: Record<string, never> }
  | { skip_items: Record<string, never> }
  | { cancel: { keeping_twos: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 } }
  | { move: { spaces: 1 | 2; direction: "up" | "right" | "down" | "left" } }
  | { back: { to: "1,1" | "2,1" | "3,1" | "4,1" | "5,1" | "6,1" | "1,2" | "2,2" | "3,2" | "4,2" | "5,2" | "6,2" | "1,3" | "2,3" | "3,3" | "4,3" | "5,3" | "6,3" | "1,4" | "2,4" | "3,4" | "4,4" | "5,4" | "6,4" | "1,5" | "2,5" | "3,5" | "4,5" | "5,5" | "6,5" | "1,6" | "2,6" | "3,6" | "4,6" | "5,6" | "6,6" | "1,7" | "2,7" | "3,7" | "4,7" | "5,7" | "6,7" | "1,8" | "2,8" | "3,8" | "4,8" | "5,8" | "6,8" | "start" } }
  | { take_die: { die: "red D6" | "blue D6" | "green D6" | "red D8" | "blue D8" | "green D8" } }
  | { boost: { direction: "up" | "right" | "down" | "left" } }
  | { lose_die: { die: "red D6" | "blue D6" | "green D6" | "red D8" | "blue D8" | "green D8" } }
  | { sabotage: { seat: 0 | 1 | 2 } }
  | { decline: Record<string, never> }
  | { collect: Record<string, never> }
  | { end_turn: Record<string, never> };

/** What the page needs to know of Cat Cab that no view tells: the map, the dice tables and the numbers. */
export const PAGE = {
  "columns": 6,
  "rows": 8,
  "squares": 48,
  "start": 48,
  "left": 49,
  "out": 50,
  "directions": ["up", "right", "down", "left"],
  "next": [[6, 1, -1, -1], [7, 2, -1, 0], [8, 3, -1, 1], [9, 4, -1, 2], [10, 5, -1, 3], [11, -1, -1, 4], [12, 7, 0, -1], [13, 8, 1, 6], [14, 9, 2, 7], [15, 10, 3, 8], [16, 11, 4, 9], [17, -1, 5, 10], [18, 13, 6, -1], [19, 14, 7, 12], [20, 15, 8, 13], [21, 16, 9, 14], [22, 17, 10, 15], [23, -1, 11, 16], [24, 19, 12, -1], [25, 20, 13, 18], [26, 21, 14, 19], [27, 22, 15, 20], [28, 23, 16, 21], [29, -1, 17, 22], [30, 25, 18, -1], [31, 26, 19, 24], [32, 27, 20, 25], [33, 28, 21, 26], [34, 29, 22, 27], [35, -1, 23, 28], [36, 31, 24, -1], [37, 32, 25, 30], [38, 33, 26, 31], [39, 34, 27, 32], [40, 35, 28, 33], [41, -1, 29, 34], [42, 37, 30, -1], [43, 38, 31, 36], [44, 39, 32, 37], [45, 40, 33, 38], [46, 41, 34, 39], [47, -1, 35, 40], [-1, 43, 36, -1], [-1, 44, 37, 42], [-1, 45, 38, 43], [-1, 46, 39, 44], [-1, 47, 40, 45], [-1, -1, 41, 46]],
  "gates": [{"square": 0, "outward": "down"}, {"square": 47, "outward": "up"}],
  "kinds": [["plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "nibbles", "plain", "plain", "nibbles", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "patrol", "plain", "patrol", "patrol", "plain", "patrol", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "nibbles", "plain", "plain", "nibbles", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain"], ["plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "nibbles", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "patrol", "plain", "nibbles", "plain", "patrol", "plain", "plain", "plain", "plain", "plain", "plain", "patrol", "plain", "nibbles", "plain", "patrol", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "nibbles", "plain", "plain", "plain", "plain", "plain", "plain", "plain", "plain"]],
  "phases": {"order_die": 0, "passenger_column": 1, "passenger_row": 2, "roll_turn": 3, "turn_dice": 4, "rerolling": 5, "items": 6, "item_die": 7, "cancelling": 8, "driving": 9, "surplus_back": 10, "power_up_die": 11, "greedy_cat": 12, "boost_die": 13, "boosting": 14, "debuff_die": 15, "bad_luck": 16, "pothole": 17, "fight_dice": 18, "fight_back": 19, "sabotaging": 20, "collecting": 21, "ending_turn": 22, "final_fight": 23, "finished": 24},
  "actors": {"luck": -1, "house": -2, "over": -5},
  "colours": ["red", "blue", "green"],
  "dice": ["white 1", "white 2", "white 3", "white 4", "white 5", "red D6", "blue D6", "green D6", "red D8", "blue D8", "green D8"],
  "first_coloured": 5,
  "first_eight_sided": 8,
  "faces": [{"effect": "curse", "amount": 1}, {"effect": "sabotage", "amount": 1}, {"effect": "item", "amount": 1}, {"effect": "move", "amount": 1}, {"effect": "move", "amount": 1}, {"effect": "move", "amount": 2}, {"effect": "move", "amount": 2}, {"effect": "move", "amount": 2}],
  "items": [{"effect": "nothing", "amount": 0}, {"effect": "move", "amount": 1}, {"effect": "move", "amount": 2}, {"effect": "lucky_charm", "amount": 0}, {"effect": "gain_d6", "amount": 0}, {"effect": "gain_d8", "amount": 0}],
  "nibbles": [{"effect": "gain_d6", "amount": 0}, {"effect": "gain_d6", "amount": 0}, {"effect": "greedy_cat", "amount": 0}, {"effect": "greedy_cat", "amount": 0}, {"effect": "boost_d6", "amount": 0}, {"effect": "boost_d6", "amount": 0}],
  "patrol": [{"effect": "lose_die", "amount": 0}, {"effect": "lose_die", "amount": 0}, {"effect": "back", "amount": 2}, {"effect": "back", "amount": 2}, {"effect": "lose_passenger", "amount": 0}, {"effect": "lose_passenger", "amount": 0}],
  "max_curses": 4,
  "max_items": 2,
  "white_dice": 5,
  "first_turn_dice": [[0, 0, 0], [0, 0, 0], [4, 5, 0], [3, 4, 5]],
  "passengers": 4,
  "rush_turns": 5,
  "fight_total": 7,
  "crazy_fight_rolls": 3,
  "passenger_points": 5,
  "leaving_points": [10, 5, 3],
} as const;
