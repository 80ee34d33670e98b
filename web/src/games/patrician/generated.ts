// Made by `python -m tabbytop.server.protocol.typescript` from the declarations of Patrician. Do not edit.

/** Cards, cities and pairs of cities are numbered as in the component file; sites are 0 and 1 here. */
export interface View {
  /** How many players there are. */
  seats: number;
  /** Nine, or ten with five players. */
  cities: number;
  /** 1 if a card is taken before the move symbol is used. */
  draw_before_move: number;
  /** 1 if piles of played cards lie open. */
  open_piles: number;
  /** Whether The Messengers are in the game. */
  messengers: number;
  /** 1 if those who came after a scoring count for the -3 token. */
  late_messengers_count: number;
  /** The cards in the deck, one bit each. */
  deck: number;
  /** How many cards are in the deck. */
  deck_size: number;
  /** The card that lies at each city. */
  face_up: number[];
  /** The cards in the own hand. */
  hand: number[][];
  /** How many cards each seat has in the hand. */
  hand_size: number[];
  /** The card on top of each pile of played cards. */
  top: number[];
  /** How many cards each seat has played. */
  pile_size: number[];
  /** Where each seat knows each card to be: `board.HAND` + seat, `board.PILE` + seat, `board.DEALT` to itself and shown to nobody, `board.LAID` at a city, or -1 where it has not seen the card. */
  known: number[][];
  /** Heads in the own pile, by person. */
  portraits: number[][];
  /** Whose pile each card lies in, where piles are open: with that option, and once the game is over. */
  open_pile: number[];
  /** Heads in open piles, by person. */
  open_portraits: number[][];
  /** Whose floor it is, by city, site and level from the ground. */
  floor: number[][][];
  /** How many floors each tower has, by city and site. */
  height: number[][];
  /** Who won the tower on each site of a completed city. */
  winner: number[][];
  /** Points of the city tokens won. */
  prestige: number[];
  /** City tokens won. */
  towers: number[];
  /** Whether one lies between the cities of each pair. */
  messenger: number[];
  /** How many lie beside each city. */
  beside: number[];
  /** Messengers that each seat still has. */
  messengers_left: number[];
  /** Messengers beside a city when it was scored; -1 before that. */
  counted: number[];
  /** 2-point tokens won. */
  bonus: number[];
  /** Who has the -3 token. */
  penalised: number;
  /** What is going on; `facts.py` numbers the phases. */
  phase: number;
  /** Who acts: a seat, LUCK, HOUSE or OVER. */
  acting: number;
  /** Whose turn it is. */
  turn: number;
  /** Turns finished by all players together. */
  turns: number;
  /** The city built in this turn, once the turn is shown. */
  built: number;
  /** The city at which a card is to be laid. */
  place: number;
  /** What whoever is on turn decides next: `board.PLAY`, `BUILD`, `MOVE` or `TAKE`. */
  plan_step: number[];
  /** The card that whoever is on turn plans to play. */
  plan_card: number[];
  /** Where the planned floors go. */
  plan_sites: number[][];
  /** Floors planned so far. */
  plan_floors: number[];
  /** The planned use of the move symbol: twice the city plus the site taken from; -1 for none. */
  plan_move: number[];
}

/** A move: one family with its arguments. */
export type Move =
  | { deal: { card: "MIL1" | "MIL2" | "MIL3" | "MIL4" | "MIL5" | "PAR1" | "PAR2" | "PAR3" | "PAR4" | "VER1" | "VER2" | "VER3" | "VER4" | "LUC1" | "LUC2" | "LUC3" | "LUC4" | "LUC5" | "FER1" | "FER2" | "FER3" | "FER4" | "SIE1" | "SIE2" | "SIE3" | "SIE4" | "SIE5" | "BOL1" | "BOL2" | "BOL3" | "BOL4" | "BOL5" | "BOL6" | "BOL7" | "ROM1" | "ROM2" | "ROM3" | "ROM4" | "ROM5" | "ROM6" | "ROM7" | "FIR1" | "FIR2" | "FIR3" | "FIR4" | "FIR5" | "FIR6" | "FIR7" | "PIS1" | "PIS2" | "PIS3" | "PIS4" | "PIS5" | "PIS6" | "PIS7" } }
  | { lay: { card: "MIL1" | "MIL2" | "MIL3" | "MIL4" | "MIL5" | "PAR1" | "PAR2" | "PAR3" | "PAR4" | "VER1" | "VER2" | "VER3" | "VER4" | "LUC1" | "LUC2" | "LUC3" | "LUC4" | "LUC5" | "FER1" | "FER2" | "FER3" | "FER4" | "SIE1" | "SIE2" | "SIE3" | "SIE4" | "SIE5" | "BOL1" | "BOL2" | "BOL3" | "BOL4" | "BOL5" | "BOL6" | "BOL7" | "ROM1" | "ROM2" | "ROM3" | "ROM4" | "ROM5" | "ROM6" | "ROM7" | "FIR1" | "FIR2" | "FIR3" | "FIR4" | "FIR5" | "FIR6" | "FIR7" | "PIS1" | "PIS2" | "PIS3" | "PIS4" | "PIS5" | "PIS6" | "PIS7" } }
  | { start: { seat: 0 | 1 | 2 | 3 | 4 } }
  | { play: { card: "MIL1" | "MIL2" | "MIL3" | "MIL4" | "MIL5" | "PAR1" | "PAR2" | "PAR3" | "PAR4" | "VER1" | "VER2" | "VER3" | "VER4" | "LUC1" | "LUC2" | "LUC3" | "LUC4" | "LUC5" | "FER1" | "FER2" | "FER3" | "FER4" | "SIE1" | "SIE2" | "SIE3" | "SIE4" | "SIE5" | "BOL1" | "BOL2" | "BOL3" | "BOL4" | "BOL5" | "BOL6" | "BOL7" | "ROM1" | "ROM2" | "ROM3" | "ROM4" | "ROM5" | "ROM6" | "ROM7" | "FIR1" | "FIR2" | "FIR3" | "FIR4" | "FIR5" | "FIR6" | "FIR7" | "PIS1" | "PIS2" | "PIS3" | "PIS4" | "PIS5" | "PIS6" | "PIS7" } }
  | { floor: { site: 1 | 2 } }
  | { move: { city: "milano" | "parma" | "verona" | "lucca" | "ferrara" | "siena" | "bologna" | "roma" | "firenze" | "pistoia"; site: 1 | 2 } }
  | { no_move: Record<string, never> }
  | { take: { city: "milano" | "parma" | "verona" | "lucca" | "ferrara" | "siena" | "bologna" | "roma" | "firenze" | "pistoia" } }
  | { take_none: Record<string, never> }
  | { move_after: { city: "milano" | "parma" | "verona" | "lucca" | "ferrara" | "siena" | "bologna" | "roma" | "firenze" | "pistoia"; site: 1 | 2 } }
  | { no_move_after: Record<string, never> }
  | { messenger: { between: "milano-lucca" | "lucca-siena" | "siena-roma" | "milano-parma" | "lucca-ferrara" | "siena-bologna" | "parma-verona" | "verona-ferrara" | "ferrara-bologna" | "bologna-firenze" | "roma-pistoia" | "pistoia-firenze" } }
  | { no_messenger: Record<string, never> }
  | { show_piles: Record<string, never> }
  | { count_messengers: Record<string, never> }
  | { dealt_unseen: Record<string, never> };

/** What the page needs to know of Patrician that no view tells: cities, cards, pairs of neighbours and the numbers. */
export const PAGE = {
  "cities": [{"id": "milano", "name": "Milano", "limit": 7, "high": 7, "low": 4, "x": 0.0, "y": 0.0, "colour": "#C0392B"}, {"id": "parma", "name": "Parma", "limit": 5, "high": 5, "low": 2, "x": 0.0, "y": 2.0, "colour": "#E0B020"}, {"id": "verona", "name": "Verona", "limit": 5, "high": 5, "low": 2, "x": 1.0, "y": 2.0, "colour": "#3B7DD8"}, {"id": "lucca", "name": "Lucca", "limit": 7, "high": 7, "low": 4, "x": 2.0, "y": 0.0, "colour": "#2E8B57"}, {"id": "ferrara", "name": "Ferrara", "limit": 5, "high": 5, "low": 2, "x": 2.0, "y": 2.0, "colour": "#8E5BB5"}, {"id": "siena", "name": "Siena", "limit": 7, "high": 7, "low": 4, "x": 3.0, "y": 0.0, "colour": "#D2722E"}, {"id": "bologna", "name": "Bologna", "limit": 9, "high": 9, "low": 6, "x": 3.0, "y": 2.0, "colour": "#7A1F3D"}, {"id": "roma", "name": "Roma", "limit": 9, "high": 9, "low": 6, "x": 4.0, "y": 0.0, "colour": "#5B5B5B"}, {"id": "firenze", "name": "Firenze", "limit": 9, "high": 9, "low": 6, "x": 4.0, "y": 2.0, "colour": "#1F8A8A"}, {"id": "pistoia", "name": "Pistoia", "limit": 9, "high": 9, "low": 6, "x": 4.0, "y": 1.0, "colour": "#B0A090"}],
  "cities_for": [0, 0, 9, 9, 9, 10],
  "pairs": [{"id": "milano-lucca", "a": 0, "b": 3}, {"id": "lucca-siena", "a": 3, "b": 5}, {"id": "siena-roma", "a": 5, "b": 7}, {"id": "milano-parma", "a": 0, "b": 1}, {"id": "lucca-ferrara", "a": 3, "b": 4}, {"id": "siena-bologna", "a": 5, "b": 6}, {"id": "parma-verona", "a": 1, "b": 2}, {"id": "verona-ferrara", "a": 2, "b": 4}, {"id": "ferrara-bologna", "a": 4, "b": 6}, {"id": "bologna-firenze", "a": 6, "b": 8}, {"id": "roma-pistoia", "a": 7, "b": 9}, {"id": "pistoia-firenze", "a": 9, "b": 8}],
  "pairs_for": [0, 0, 10, 10, 10, 12],
  "cards": [{"id": "MIL1", "name": "Milano (two crests)", "city": 0, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "MIL2", "name": "Milano (two crests)", "city": 0, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "MIL3", "name": "Milano (Scholar twice)", "city": 0, "crests": 1, "symbol": "portrait", "person": 2, "heads": 2, "star": false}, {"id": "MIL4", "name": "Milano (Contessa, star)", "city": 0, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": true}, {"id": "MIL5", "name": "Milano (question mark)", "city": 0, "crests": 1, "symbol": "draw_any", "person": -1, "heads": 0, "star": false}, {"id": "PAR1", "name": "Parma (two crests)", "city": 1, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "PAR2", "name": "Parma (Banker twice)", "city": 1, "crests": 1, "symbol": "portrait", "person": 1, "heads": 2, "star": false}, {"id": "PAR3", "name": "Parma (Contessa)", "city": 1, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": false}, {"id": "PAR4", "name": "Parma (Scholar, star)", "city": 1, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": true}, {"id": "VER1", "name": "Verona (two crests)", "city": 2, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "VER2", "name": "Verona (Scholar twice)", "city": 2, "crests": 1, "symbol": "portrait", "person": 2, "heads": 2, "star": false}, {"id": "VER3", "name": "Verona (Contessa, star)", "city": 2, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": true}, {"id": "VER4", "name": "Verona (Banker)", "city": 2, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": false}, {"id": "LUC1", "name": "Lucca (two crests)", "city": 3, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "LUC2", "name": "Lucca (two crests)", "city": 3, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "LUC3", "name": "Lucca (Banker twice)", "city": 3, "crests": 1, "symbol": "portrait", "person": 1, "heads": 2, "star": false}, {"id": "LUC4", "name": "Lucca (Scholar, star)", "city": 3, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": true}, {"id": "LUC5", "name": "Lucca (move)", "city": 3, "crests": 1, "symbol": "move_top", "person": -1, "heads": 0, "star": false}, {"id": "FER1", "name": "Ferrara (two crests)", "city": 4, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "FER2", "name": "Ferrara (Contessa twice)", "city": 4, "crests": 1, "symbol": "portrait", "person": 0, "heads": 2, "star": false}, {"id": "FER3", "name": "Ferrara (Banker, star)", "city": 4, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": true}, {"id": "FER4", "name": "Ferrara (Scholar)", "city": 4, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": false}, {"id": "SIE1", "name": "Siena (two crests)", "city": 5, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "SIE2", "name": "Siena (two crests)", "city": 5, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "SIE3", "name": "Siena (Contessa twice)", "city": 5, "crests": 1, "symbol": "portrait", "person": 0, "heads": 2, "star": false}, {"id": "SIE4", "name": "Siena (Banker, star)", "city": 5, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": true}, {"id": "SIE5", "name": "Siena (question mark)", "city": 5, "crests": 1, "symbol": "draw_any", "person": -1, "heads": 0, "star": false}, {"id": "BOL1", "name": "Bologna (two crests)", "city": 6, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "BOL2", "name": "Bologna (two crests)", "city": 6, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "BOL3", "name": "Bologna (Contessa)", "city": 6, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": false}, {"id": "BOL4", "name": "Bologna (Banker, star)", "city": 6, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": true}, {"id": "BOL5", "name": "Bologna (Scholar, star)", "city": 6, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": true}, {"id": "BOL6", "name": "Bologna (question mark)", "city": 6, "crests": 1, "symbol": "draw_any", "person": -1, "heads": 0, "star": false}, {"id": "BOL7", "name": "Bologna (move)", "city": 6, "crests": 1, "symbol": "move_top", "person": -1, "heads": 0, "star": false}, {"id": "ROM1", "name": "Roma (two crests)", "city": 7, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "ROM2", "name": "Roma (two crests)", "city": 7, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "ROM3", "name": "Roma (Contessa, star)", "city": 7, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": true}, {"id": "ROM4", "name": "Roma (Banker, star)", "city": 7, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": true}, {"id": "ROM5", "name": "Roma (Scholar)", "city": 7, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": false}, {"id": "ROM6", "name": "Roma (question mark)", "city": 7, "crests": 1, "symbol": "draw_any", "person": -1, "heads": 0, "star": false}, {"id": "ROM7", "name": "Roma (move)", "city": 7, "crests": 1, "symbol": "move_top", "person": -1, "heads": 0, "star": false}, {"id": "FIR1", "name": "Firenze (two crests)", "city": 8, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "FIR2", "name": "Firenze (two crests)", "city": 8, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "FIR3", "name": "Firenze (Contessa, star)", "city": 8, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": true}, {"id": "FIR4", "name": "Firenze (Banker)", "city": 8, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": false}, {"id": "FIR5", "name": "Firenze (Scholar, star)", "city": 8, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": true}, {"id": "FIR6", "name": "Firenze (question mark)", "city": 8, "crests": 1, "symbol": "draw_any", "person": -1, "heads": 0, "star": false}, {"id": "FIR7", "name": "Firenze (move)", "city": 8, "crests": 1, "symbol": "move_top", "person": -1, "heads": 0, "star": false}, {"id": "PIS1", "name": "Pistoia (two crests)", "city": 9, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "PIS2", "name": "Pistoia (two crests)", "city": 9, "crests": 2, "symbol": "crest", "person": -1, "heads": 0, "star": false}, {"id": "PIS3", "name": "Pistoia (Contessa, star)", "city": 9, "crests": 1, "symbol": "portrait", "person": 0, "heads": 1, "star": true}, {"id": "PIS4", "name": "Pistoia (Banker, star)", "city": 9, "crests": 1, "symbol": "portrait", "person": 1, "heads": 1, "star": true}, {"id": "PIS5", "name": "Pistoia (Scholar, star)", "city": 9, "crests": 1, "symbol": "portrait", "person": 2, "heads": 1, "star": true}, {"id": "PIS6", "name": "Pistoia (question mark)", "city": 9, "crests": 1, "symbol": "draw_any", "person": -1, "heads": 0, "star": false}, {"id": "PIS7", "name": "Pistoia (move)", "city": 9, "crests": 1, "symbol": "move_top", "person": -1, "heads": 0, "star": false}],
  "cards_for": [0, 0, 48, 48, 48, 55],
  "persons": ["Contessa", "Banker", "Scholar"],
  "colours": [{"id": "black", "colour": "#2B2B2B", "pattern": "solid", "floors": 39}, {"id": "white", "colour": "#F2F0E6", "pattern": "plain", "floors": 39}, {"id": "red", "colour": "#B8322A", "pattern": "stripes", "floors": 29}, {"id": "yellow", "colour": "#E3B505", "pattern": "dots", "floors": 21}, {"id": "blue", "colour": "#2F6DB5", "pattern": "checks", "floors": 21}],
  "phases": {"dealing": 0, "laying_out": 1, "choosing_starter": 2, "planning": 3, "refilling": 4, "moving_after": 5, "placing_messenger": 6, "showing_piles": 7, "counting_messengers": 8, "finished": 9},
  "steps": {"play": 0, "build": 1, "move": 2, "take": 3},
  "actors": {"luck": -1, "house": -2, "over": -5},
  "known": {"unseen": -1, "hand": 0, "pile": 5, "dealt": 10, "laid": 11},
  "hand": 3,
  "set": 3,
  "points_per_set": 6,
  "messengers_for": [0, 0, 2, 2, 1, 1],
  "most_messengers": 2,
  "bonus": 2,
  "bonus_tokens": 24,
  "penalty": -3,
  "most_players": 5,
} as const;
