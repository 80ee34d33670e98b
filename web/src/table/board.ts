/**
 * What the frame hands to a game, and what a game may ask of the frame. Games draw views and offer the moves they were
 * sent; they compute no rules.
 */
import type { Component } from "svelte";
import type { Sound } from "./sounds";

/** Who acts: a seat's number, or one of those who are no players. */
export type Actor = number | "luck" | "house" | "clock";

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  name: string;
  /** "automaton" is an opponent that the rules play, one for a player who is alone. */
  kind: "guest" | "bot" | "automaton" | "open";
  /** The level of the bot that plays here now, also while it stands in for somebody who left. */
  level: string | null;
  /** The name by which the cat on this seat is drawn; null for people. */
  cat?: string | null;
  /** The face that a person has chosen; none for others, and for those who sat down before there were faces. */
  face?: string;
  connected: boolean;
}

/** A legal move: what to send, and what to call it. */
export interface Choice<M> {
  move: M;
  label: string;
}

/** One move that was made, as the viewer saw it. */
export interface Step<M> {
  seq: number;
  ply: number;
  /** How many moves before it were planned in private: they are passed over, and this one comes after them. */
  passed: number;
  actor: Actor;
  /** null where the viewer may not know what was done. */
  move: M | null;
  sentence: string;
}

/** A step of a trail: what was done, and the table before and after it, from which a board reads where pieces went. */
export type Traced<V, M> = Step<M> & { before: V; after: V };

/** A move that could be made, and the table before and after it, as far as it is known what would come. */
export interface Foreseen<V, M> {
  move: M;
  before: V;
  after: V;
  /** What it would change, in a sentence for whoever looks; empty where there is nothing to say. */
  changes: string;
  /** Who acts next; the house where something hidden would be turned up. Null where nobody has said. */
  actor: Actor | "all" | "over" | null;
}

/**
 * A turn of somebody else that is to be seen on the board after it was played: where pieces came from and went to, what was
 * taken or paid. Its steps hold everything of the turn, luck and quiet steps too, in their order.
 */
export interface Trail<V, M> {
  seat: number;
  /** 1, 2, 3 … in order of play. The same number stands beside the player in the rail, and on every mark of the board. */
  number: number;
  /** Never empty; `steps[0].before` is the table before the turn, `steps.at(-1)!.after` the one after what has been shown. */
  steps: Traced<V, M>[];
  /** False while the turn is still being played: pieces that move now are animated by `step`, as ever. */
  isOver: boolean;
}

/** Whom a sentence is for, so that it can say "you" (`whom`, `whose` of games/boards/naming). */
export interface Reader {
  viewer: number | null;
  seats: SeatInfo[];
}

/** A rival's turn in words. What matters most in them stands between asterisks: "Joined two cats: *a fish*." */
export interface Recap {
  /** One short line without a subject, in the past: "Took 5 cans, set cats on Delgados and Newmans." */
  line: string;
  /** What was done, at most four things, in the present and without a subject: "builds one floor in *Lucca*". */
  steps: string[];
  /** What it means now, in a sentence or two, for whoever reads it; empty where there is nothing to add. */
  means: string;
}

/**
 * The properties of every component of a game.
 *
 * Boards draw `trails` with the parts of games/boards/trail, on top of their pieces and below what can be chosen, without
 * pointer events: `Ghost` where a piece stood, `Pawprints` along its way (`Arrow` for what was carried), `Ring` round what is
 * new, `TrailNumber` beside it, `Cap` with what was taken or paid ("you +3"). Each is given the seat's class, from which it
 * takes its colour. The frame decides which trails there are: none after the viewer has played, none while a hint is drawn,
 * one alone while somebody points at a line of the rail, in a replay the turn that is looked at. A board only leaves them out
 * while a plan of the viewer's own is drawn on it.
 */
export interface GameProps<V, M> {
  view: V;
  /** The step that led to this view, to be animated; null after a jump (first sight, reload, stepping through history). */
  step: Step<M> | null;
  /** The seat from which the table is seen; null for spectators. */
  viewer: number | null;
  seats: SeatInfo[];
  scores: number[];
  /** What the viewer may play now; empty while others act and in replays. */
  choices: Choice<M>[];
  /** The move that was sent and not yet acknowledged, while no other may be sent; never one in a race. */
  pending: M | null;
  /** All moves that were sent and of which nothing is to be seen yet, in their order; in a race there may be several. */
  underway: M[];
  /** The step that the log line under the pointer tells of, or a hint: drawn teal and dashed. */
  highlight: Step<M> | null;
  /** What a move that is looked at, or that a hint proposes, would lead to, as the server says: teal and dashed as well. */
  foreseen?: Foreseen<V, M> | null;
  /** Somebody points at a legal move on the board, or at none any more: the frame looks what it would lead to. */
  look?: (move: M | null) => void;
  /** The others' turns since the viewer last decided anything, in order of play; empty for races. */
  trails: Trail<V, M>[];
  /** 1 is normal speed, 0 means no animation at all. */
  pace: number;
  /** Milliseconds at the table, to be asked for whenever time is drawn; in a replay the time there. 0 without a clock. */
  time: () => number;
  play: (move: M) => void;
  /** Somebody tried something that is not among the choices: ask the server why not. */
  whyNot: (move: M) => void;
  /** Somebody tried something that is no move at all: say why not, with the clause. */
  refuse: (reason: string, clause: string) => void;
}

/** A small picture in a line of text, about 20 pixels high. */
export interface Glyph {
  Picture: Component<any>;
  props: Record<string, unknown>;
}

/** What a game's folder exports from its index.ts; everything but the board has a plain stand-in in the frame. */
export interface GameModule<V, M> {
  Board: Component<GameProps<V, M>>;
  /** In the dock beside the board, on narrow screens under it: hand, dice, what would happen. */
  Side?: Component<GameProps<V, M>>;
  /** The verbs of the turn in the action bar; the frame adds undo and hint. */
  Actions?: Component<GameProps<V, M>>;
  /** What a player has, in the list of players. */
  Player?: Component<GameProps<V, M> & { seat: number }>;
  /** The scoring in about five lines, each with a picture and its worth; for the card of the goal. */
  Facts?: Component<GameProps<V, M>>;
  /** A position in the guide, for games of which the board alone does not show everything; it stands still. */
  Picture?: Component<GameProps<V, M>>;
  /** A seat's face, as large as its place; without one a coin shows the first letter of the name. */
  Portrait?: Component<{ view: V; seat: number }>;
  /** A seat's shape in its colour, as large as its place, for lists and headings. */
  Tag?: Component<{ view: V; seat: number }>;
  /**
   * What the sentences of the rules call a seat, such as "Red"; the frame puts the player's name in its place. Without it
   * seats are called as the card says.
   */
  called?: (view: V, seat: number) => string;
  /** Names of things in which what a seat is called occurs, such as "Russian Blue"; no player's name is put there. */
  names?: readonly string[];
  /** Whose turn a moment belongs to, null between turns; without it turns are told apart by who acts. */
  turn?: (view: V) => number | null;
  /** Whether a turn begins with the next move, for games in which a seat may have two turns in a row. */
  begins?: (view: V) => boolean;
  /**
   * A turn in words, for the line beside a player, for the card that tells a turn step by step, and for those who listen, who
   * want the faces of dice in it. Without it the sentences of the turn stand for it.
   */
  recap?: (trail: Trail<V, M>, reader: Reader) => Recap;
  /**
   * Whether a viewer's own step is a decision with which the others' trails go; without it every step is that is not quiet. Where
   * dice are rolled before anything is done, trails are wanted until it is.
   */
  decides?: (step: Step<M>) => boolean;
  /** The picture that stands in the log for a step of luck, in place of its sentence; null where words are needed. */
  glyph?: (step: Step<M>, before: V, after: V) => Glyph | null;
  /**
   * Whether a step only prepares one that tells it all, as marking a die prepares its roll, or is one of very many, as taking
   * a tile in a race. The log lets go of it then, a review takes both for one decision, and those who listen are told only
   * of their own.
   */
  quiet?: (step: Step<M>) => boolean;
  /** The part of the game that a moment belongs to, such as "Round 2"; heads the log where there are no turns. */
  chapter?: (view: V) => string;
  /** What a step sounds like to a viewer, null for nothing; without it luck rattles, all else knocks, in a race only one's own. */
  sound?: (step: Step<M>, viewer: number | null) => Sound | null;
  /** Whether it counts how fast somebody is, in games in which everybody acts at once; without it always. */
  races?: (view: V) => boolean;
  /** Keys of the game's own, each with what it does; where it is one of the frame's, it means this here. */
  keys?: readonly (readonly [key: string, words: string])[];
  /** The table in words for those who listen; without it they are given the fields of the view by their names. */
  Words?: Component<GameProps<V, M>>;
  /** The class that carries a seat's colour and pattern, such as "cab-red"; without it the colours are those of the card. */
  seatClass?: (view: V, seat: number) => string;
  /**
   * Whether the board shows verbs and the other players itself, as games do in which everybody acts at once: the frame then
   * leaves it the room.
   */
  whole?: boolean;
  /** Whether the board shows a night, also by day. */
  night?: boolean;
  /** Width by height of a board that has proportions of its own; others fill whatever box they are given. */
  aspect?: number;
  /** How high the board's box is at least in a lesson on an upright phone, as a share of the width; the page scrolls for it. */
  least?: number;
  /**
   * The room that hand and verbs need: the least width of the dock beside the board on a phone that lies on its side, and
   * the height below the board on an upright one, both in pixels; `low` is the latter on a phone that is not high, where the
   * frame's own verbs stand in the bar. `aside` is for a hand that can be a narrow column: its width
   * beside the board on an upright phone that is not high enough to have it below.
   */
  dock?: { beside?: number; below?: number; low?: number; aside?: number };
  /**
   * What wins, and how the game ends from here, each in a few words: "Most food wins." and "6 fish left". `note` is about the
   * points as they stand: what is not counted yet.
   */
  goal?: (props: GameProps<V, M>) => { wins: string; rest: string; note?: string };
  /**
   * What is pressed for a move, in order, by the names that the parts carry as `data-press`: a card, then a place; or where a
   * move leads that one press makes. What has been pressed carries `data-pressed` until the move is made. Without it one press is enough, on what carries the move's
   * own name (`pressOf`).
   */
  touch?: (move: M, props: GameProps<V, M>) => string[];
  /** How long the step from one view to the next takes at normal speed, in milliseconds. */
  duration: (step: Step<M>, before: V, after: V) => number;
}
