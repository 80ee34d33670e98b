// Made by `python -m tabbytop.server.protocol.typescript` from the declarations of Hot Tin Roof. Do not edit.

/** Rooftops are numbered from A = 0; gaps, ways and home tiles are in `board.py`. Seats are colours (HTR-09). */
export interface View {
  /** How many players there are. */
  seats: number;
  /** Who begins: chosen by the host, or -1 until luck has chosen. */
  first_seat: number;
  /** How often fish and cans may be exchanged by hand: never (0), `facts.BY_HAND`, `facts.FREELY`. */
  manual_exchange: number;
  /** 1 if a shelter costs its toll only where a cat stops. */
  toll_for_stopping: number;
  /** 1 if used home tiles decide a tie. */
  ties_by_tiles: number;
  /** 1 with the expansion Deluxe Catwalks. */
  deluxe: number;
  /** The game ends after so many turns; 0 is no limit before the longest game. */
  turn_limit: number;
  /** Whose catwalk lies across each gap. */
  catwalk: number[];
  /** The gap of each seat's deluxe catwalk; -1 if it is not on the board. */
  deluxe_at: number[];
  /** Whose shelter lies on each patio. */
  shelter: number[];
  /** The rooftop of each cat, by seat and shape; -1 is the reserve. */
  cat: number[][][];
  /** Cans on each dumpster. */
  dumpster: number[];
  /** The home tile that lies face up at each home dumpster. */
  tile: number[];
  /** Who has used each home tile; -1 is nobody yet. */
  tile_user: number[];
  /** Fish in the market. */
  market: number;
  /** Fish outside the market, for exchanges. */
  stock: number;
  /** Regular catwalks in reserve. */
  catwalks: number[];
  /** Shelters in reserve. */
  shelters: number[];
  /** Cans that each seat has. */
  cans: number[];
  /** Fish that each seat has. */
  fish: number[];
  /** Fish taken from the market so far. */
  earned: number[];
  /** What is going on; `facts.py` numbers the phases. */
  phase: number;
  /** Who acts: a seat, LUCK, HOUSE or OVER. */
  acting: number;
  /** The seat whose turn or settlement it is. */
  turn: number;
  /** Turns finished, of all seats together. */
  turns: number;
  /** The dumpster emptied this turn. */
  dived: number;
  /** The gap or rooftop of the piece in the hand. */
  lifted: number;
  /** 1 if the piece in the hand is a deluxe catwalk. */
  lifted_deluxe: number;
  /** Rooftops (bits) where each cat of the active seat has stood during this racing or joining. */
  trail: number[][];
  /** Exchanges made this turn (bits): 1 fish into cans, 2 cans into fish; where they are free, since the last other move. */
  exchanged: number;
  /** Who ended the game. */
  trigger: number;
  /** The shape of the pair that is being joined in the settlement. */
  joining: number;
  /** Ways (bits) that a joining can take next. */
  open_ways: number;
  /** Failed antes so far. */
  gifts: number;
  /** Fish changed into cans so far. */
  broken: number;
  /** Fish bought for cans so far. */
  bought: number;
  /** Cans paid to the bank in the settlement. */
  banked: number;
}

/** A move: one family with its arguments. */
export type Move =
  | { tile: { homes: "AD" | "AE" | "AF" | "AI" | "AJ" | "AK" | "AM" | "AN" | "AO" | "BE" | "BF" | "BJ" | "BK" | "BN" | "BO" | "CF" | "CK" | "CO" | "DG" | "DL" | "DM" | "DN" | "EG" | "EH" | "EI" | "EL" | "EM" | "EN" | "FG" | "FH" | "FI" | "FL" | "FM" | "FN" | "FO" | "GJ" | "GK" | "GN" | "GO" | "HJ" | "HK" | "HO" | "IJ" | "IK" | "JL" | "JM" | "KL" | "KM" | "KN" | "LO" } }
  | { first: { seat: 0 | 1 | 2 | 3 } }
  | { ante: Record<string, never> }
  | { no_ante: Record<string, never> }
  | { dive: { dumpster: "home1" | "home2" | "home3" | "catwalk" | "shelter" } }
  | { catwalk: { gap: "AB" | "AG" | "BC" | "BG" | "BH" | "CD" | "CH" | "CI" | "DE" | "DJ" | "EF" | "EJ" | "EK" | "FK" | "GH" | "GL" | "HI" | "HL" | "HM" | "IM" | "IN" | "JK" | "JO" | "LM" | "MN" | "NO" } }
  | { deluxe: { gap: "AB" | "AG" | "BC" | "BG" | "BH" | "CD" | "CH" | "CI" | "DE" | "DJ" | "EF" | "EJ" | "EK" | "FK" | "GH" | "GL" | "HI" | "HL" | "HM" | "IM" | "IN" | "JK" | "JO" | "LM" | "MN" | "NO" } }
  | { shelter: { rooftop: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" | "O" } }
  | { lift: { place: "AB" | "AG" | "BC" | "BG" | "BH" | "CD" | "CH" | "CI" | "DE" | "DJ" | "EF" | "EJ" | "EK" | "FK" | "GH" | "GL" | "HI" | "HL" | "HM" | "IM" | "IN" | "JK" | "JO" | "LM" | "MN" | "NO" | "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" | "O" } }
  | { keep: Record<string, never> }
  | { step: { shape: "sitting" | "lying"; way: "AB" | "AG" | "BA" | "BC" | "BG" | "BH" | "CB" | "CD" | "CH" | "CI" | "DC" | "DE" | "DJ" | "ED" | "EF" | "EJ" | "EK" | "FE" | "FK" | "GA" | "GB" | "GH" | "GL" | "HB" | "HC" | "HG" | "HI" | "HL" | "HM" | "IC" | "IH" | "IM" | "IN" | "JD" | "JE" | "JK" | "JO" | "KE" | "KF" | "KJ" | "LG" | "LH" | "LM" | "MH" | "MI" | "ML" | "MN" | "NI" | "NM" | "NO" | "OJ" | "ON" } }
  | { done: Record<string, never> }
  | { bank: { shape: "sitting" | "lying" } }
  | { join: { shape: "sitting" | "lying" } }
  | { join_cheapest: { shape: "sitting" | "lying" } }
  | { break_fish: Record<string, never> }
  | { buy_fish: Record<string, never> };

/** What the page needs to know of Hot Tin Roof that no view tells: the map, the names and the numbers. */
export const PAGE = {
  "width": 5.0,
  "height": 3.0,
  "rooftops": [{"letter": "A", "name": "Abbotts", "x": 0.0, "y": 0.0}, {"letter": "B", "name": "Bakers", "x": 1.0, "y": 0.0}, {"letter": "C", "name": "Carters", "x": 2.0, "y": 0.0}, {"letter": "D", "name": "Delgados", "x": 3.0, "y": 0.0}, {"letter": "E", "name": "Ellisons", "x": 4.0, "y": 0.0}, {"letter": "F", "name": "Finches", "x": 5.0, "y": 0.0}, {"letter": "G", "name": "Garcias", "x": 0.5, "y": 1.0}, {"letter": "H", "name": "Holloways", "x": 1.5, "y": 1.0}, {"letter": "I", "name": "Ingrams", "x": 2.5, "y": 1.0}, {"letter": "J", "name": "Johnstons", "x": 3.5, "y": 1.0}, {"letter": "K", "name": "Kims", "x": 4.5, "y": 1.0}, {"letter": "L", "name": "Lindens", "x": 1.0, "y": 2.0}, {"letter": "M", "name": "Magins", "x": 2.0, "y": 2.0}, {"letter": "N", "name": "Newmans", "x": 3.0, "y": 2.0}, {"letter": "O", "name": "Oscars", "x": 4.0, "y": 2.0}],
  "gaps": [{"id": "AB", "a": 0, "b": 1}, {"id": "AG", "a": 0, "b": 6}, {"id": "BC", "a": 1, "b": 2}, {"id": "BG", "a": 1, "b": 6}, {"id": "BH", "a": 1, "b": 7}, {"id": "CD", "a": 2, "b": 3}, {"id": "CH", "a": 2, "b": 7}, {"id": "CI", "a": 2, "b": 8}, {"id": "DE", "a": 3, "b": 4}, {"id": "DJ", "a": 3, "b": 9}, {"id": "EF", "a": 4, "b": 5}, {"id": "EJ", "a": 4, "b": 9}, {"id": "EK", "a": 4, "b": 10}, {"id": "FK", "a": 5, "b": 10}, {"id": "GH", "a": 6, "b": 7}, {"id": "GL", "a": 6, "b": 11}, {"id": "HI", "a": 7, "b": 8}, {"id": "HL", "a": 7, "b": 11}, {"id": "HM", "a": 7, "b": 12}, {"id": "IM", "a": 8, "b": 12}, {"id": "IN", "a": 8, "b": 13}, {"id": "JK", "a": 9, "b": 10}, {"id": "JO", "a": 9, "b": 14}, {"id": "LM", "a": 11, "b": 12}, {"id": "MN", "a": 12, "b": 13}, {"id": "NO", "a": 13, "b": 14}],
  "ways": [{"id": "AB", "from": 0, "to": 1, "gap": 0}, {"id": "AG", "from": 0, "to": 6, "gap": 1}, {"id": "BA", "from": 1, "to": 0, "gap": 0}, {"id": "BC", "from": 1, "to": 2, "gap": 2}, {"id": "BG", "from": 1, "to": 6, "gap": 3}, {"id": "BH", "from": 1, "to": 7, "gap": 4}, {"id": "CB", "from": 2, "to": 1, "gap": 2}, {"id": "CD", "from": 2, "to": 3, "gap": 5}, {"id": "CH", "from": 2, "to": 7, "gap": 6}, {"id": "CI", "from": 2, "to": 8, "gap": 7}, {"id": "DC", "from": 3, "to": 2, "gap": 5}, {"id": "DE", "from": 3, "to": 4, "gap": 8}, {"id": "DJ", "from": 3, "to": 9, "gap": 9}, {"id": "ED", "from": 4, "to": 3, "gap": 8}, {"id": "EF", "from": 4, "to": 5, "gap": 10}, {"id": "EJ", "from": 4, "to": 9, "gap": 11}, {"id": "EK", "from": 4, "to": 10, "gap": 12}, {"id": "FE", "from": 5, "to": 4, "gap": 10}, {"id": "FK", "from": 5, "to": 10, "gap": 13}, {"id": "GA", "from": 6, "to": 0, "gap": 1}, {"id": "GB", "from": 6, "to": 1, "gap": 3}, {"id": "GH", "from": 6, "to": 7, "gap": 14}, {"id": "GL", "from": 6, "to": 11, "gap": 15}, {"id": "HB", "from": 7, "to": 1, "gap": 4}, {"id": "HC", "from": 7, "to": 2, "gap": 6}, {"id": "HG", "from": 7, "to": 6, "gap": 14}, {"id": "HI", "from": 7, "to": 8, "gap": 16}, {"id": "HL", "from": 7, "to": 11, "gap": 17}, {"id": "HM", "from": 7, "to": 12, "gap": 18}, {"id": "IC", "from": 8, "to": 2, "gap": 7}, {"id": "IH", "from": 8, "to": 7, "gap": 16}, {"id": "IM", "from": 8, "to": 12, "gap": 19}, {"id": "IN", "from": 8, "to": 13, "gap": 20}, {"id": "JD", "from": 9, "to": 3, "gap": 9}, {"id": "JE", "from": 9, "to": 4, "gap": 11}, {"id": "JK", "from": 9, "to": 10, "gap": 21}, {"id": "JO", "from": 9, "to": 14, "gap": 22}, {"id": "KE", "from": 10, "to": 4, "gap": 12}, {"id": "KF", "from": 10, "to": 5, "gap": 13}, {"id": "KJ", "from": 10, "to": 9, "gap": 21}, {"id": "LG", "from": 11, "to": 6, "gap": 15}, {"id": "LH", "from": 11, "to": 7, "gap": 17}, {"id": "LM", "from": 11, "to": 12, "gap": 23}, {"id": "MH", "from": 12, "to": 7, "gap": 18}, {"id": "MI", "from": 12, "to": 8, "gap": 19}, {"id": "ML", "from": 12, "to": 11, "gap": 23}, {"id": "MN", "from": 12, "to": 13, "gap": 24}, {"id": "NI", "from": 13, "to": 8, "gap": 20}, {"id": "NM", "from": 13, "to": 12, "gap": 24}, {"id": "NO", "from": 13, "to": 14, "gap": 25}, {"id": "OJ", "from": 14, "to": 9, "gap": 22}, {"id": "ON", "from": 14, "to": 13, "gap": 25}],
  "tiles": [{"id": "AD", "homes": [0, 3]}, {"id": "AE", "homes": [0, 4]}, {"id": "AF", "homes": [0, 5]}, {"id": "AI", "homes": [0, 8]}, {"id": "AJ", "homes": [0, 9]}, {"id": "AK", "homes": [0, 10]}, {"id": "AM", "homes": [0, 12]}, {"id": "AN", "homes": [0, 13]}, {"id": "AO", "homes": [0, 14]}, {"id": "BE", "homes": [1, 4]}, {"id": "BF", "homes": [1, 5]}, {"id": "BJ", "homes": [1, 9]}, {"id": "BK", "homes": [1, 10]}, {"id": "BN", "homes": [1, 13]}, {"id": "BO", "homes": [1, 14]}, {"id": "CF", "homes": [2, 5]}, {"id": "CK", "homes": [2, 10]}, {"id": "CO", "homes": [2, 14]}, {"id": "DG", "homes": [3, 6]}, {"id": "DL", "homes": [3, 11]}, {"id": "DM", "homes": [3, 12]}, {"id": "DN", "homes": [3, 13]}, {"id": "EG", "homes": [4, 6]}, {"id": "EH", "homes": [4, 7]}, {"id": "EI", "homes": [4, 8]}, {"id": "EL", "homes": [4, 11]}, {"id": "EM", "homes": [4, 12]}, {"id": "EN", "homes": [4, 13]}, {"id": "FG", "homes": [5, 6]}, {"id": "FH", "homes": [5, 7]}, {"id": "FI", "homes": [5, 8]}, {"id": "FL", "homes": [5, 11]}, {"id": "FM", "homes": [5, 12]}, {"id": "FN", "homes": [5, 13]}, {"id": "FO", "homes": [5, 14]}, {"id": "GJ", "homes": [6, 9]}, {"id": "GK", "homes": [6, 10]}, {"id": "GN", "homes": [6, 13]}, {"id": "GO", "homes": [6, 14]}, {"id": "HJ", "homes": [7, 9]}, {"id": "HK", "homes": [7, 10]}, {"id": "HO", "homes": [7, 14]}, {"id": "IJ", "homes": [8, 9]}, {"id": "IK", "homes": [8, 10]}, {"id": "JL", "homes": [9, 11]}, {"id": "JM", "homes": [9, 12]}, {"id": "KL", "homes": [10, 11]}, {"id": "KM", "homes": [10, 12]}, {"id": "KN", "homes": [10, 13]}, {"id": "LO", "homes": [11, 14]}],
  "dumpsters": [{"id": "home1", "kind": "home", "x": 0.5, "y": 3.0}, {"id": "home2", "kind": "home", "x": 1.5, "y": 3.0}, {"id": "home3", "kind": "home", "x": 2.5, "y": 3.0}, {"id": "catwalk", "kind": "catwalk", "x": 3.5, "y": 3.0}, {"id": "shelter", "kind": "shelter", "x": 4.5, "y": 3.0}],
  "phases": {"first_tiles": 0, "first_player": 1, "ante_due": 2, "diving": 3, "placing": 4, "lifting": 5, "putting_down": 6, "new_tile": 7, "racing": 8, "market_empty": 9, "settling": 10, "joining": 11, "joined": 12, "finished": 13},
  "actors": {"luck": -1, "house": -2, "over": -5},
  "colours": ["orange", "brown", "white", "blue"],
  "patterns": ["stripes", "dots", "plain", "checks"],
  "shapes": ["sitting", "lying"],
  "dumpster_names": ["home1", "home2", "home3", "catwalk", "shelter"],
  "market": [0, 0, 0, 12, 14],
  "all_fish": 14,
  "fish_value": 10,
  "ante": 5,
  "gift": 2,
  "catwalks_each": 6,
  "shelters_each": 3,
  "catwalk_toll": 1,
  "shelter_toll": 2,
  "deluxe_toll": 2,
  "bank": 15,
} as const;
