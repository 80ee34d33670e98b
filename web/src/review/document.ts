/**
 * A review as the server tells it: `tabbytop/review/document.py` says what the fields mean. All chances are shares from 0 to
 * 1, by seat. A test holds these names to that module.
 */
export interface Choice {
  move: unknown;
  label: string;
  chance: number;
  error: number;
  reason: string;
}

export interface Decision {
  ply: number;
  seat: number;
  legal: number;
  played: Choice;
  best: Choice;
  choices: Choice[];
  cost: number;
  error: number;
  is_best: boolean;
  gives: number[];
  effect: number[];
}

export interface Draw {
  ply: number;
  words: string;
  outcomes: number;
  exact: boolean;
  effect: number[];
  error: number;
}

export interface Turn {
  number: number;
  seat: number;
  begin: number;
  end: number;
  before: number[];
  after: number[];
  error: number;
  luck: number[];
  effect: number[];
  cost: number[];
  decisions: Decision[];
  draws: Draw[];
  opening: boolean;
}

export interface TurningPoint {
  turn: number;
  ply: number;
  kind: "own" | "gift" | "luck";
  seat: number;
  amount: number;
  error: number;
  played: string;
  better: string;
  why: string;
}

export interface Player {
  seat: number;
  name: string;
  automated: boolean;
  place: number;
  score: number;
  scored: boolean;
  luck: number;
  luck_error: number;
  cost: number;
  cost_error: number;
  decisions: number;
  loss_per_decision: number;
  best_share: number;
  best_low: number;
  best_high: number;
  effect: number;
  sentence: string;
  to_you: string;
  turning_points: TurningPoint[];
}

export interface Verdict {
  viewer: number | null;
  title: string;
  numbers: string;
}

export interface Span {
  doing: string;
  words: string;
  times: number;
  ms: number;
  usual_ms: number;
}

export interface RoundTime {
  round: number;
  seat: number;
  card: string;
  ms: number;
  usual_ms: number;
  spans: Span[];
  begin: number;
  end: number;
}

export interface Review {
  format: number;
  game: string;
  rules: string;
  players: number;
  options: Record<string, unknown>;
  names: string[];
  record: string;
  measure: "chance" | "worth";
  race: boolean;
  level: string;
  simulations: number;
  playouts: number;
  seed: number;
  start: number[];
  result: number[];
  turns: Turn[];
  people: Player[];
  verdicts: Verdict[];
  error: number;
  seconds: number;
  how: string;
  race_ms: number;
  rounds: RoundTime[];
}
