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

/** The properties of every component of a game. */
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
  /** The step that the log line under the pointer tells of. */
  highlight: Step<M> | null;
  /** 1 is normal speed, 0 means no animation at all. */
  pace: number;
  /** Milliseconds at the table, to be asked for whenever time is drawn; in a replay the time there. 0 without a clock. */
  time: () => number;
  play: (move: M) => void;
  /** Somebody tried something that is not among the choices: ask the server why not. */
  whyNot: (move: M) => void;
}

/** A small picture in a line of text, about 20 pixels high. */
export interface Glyph {
  Picture: Component<any>;
  props: Record<string, unknown>;
}

/** What a game's folder exports from its index.ts; everything but the board has a plain stand-in in the frame. */
export interface GameModule<V, M> {
  Board: Component<GameProps<V, M>>;
  /** Beside the board on wide screens, under it on narrow ones: hand, dice, what would happen. */
  Side?: Component<GameProps<V, M>>;
  /** The verbs of the turn in the action bar; the frame adds undo and hint. */
  Actions?: Component<GameProps<V, M>>;
  /** What a player has, in the list of players. */
  Player?: Component<GameProps<V, M> & { seat: number }>;
  /** Facts of the table under the list of players. */
  Facts?: Component<GameProps<V, M>>;
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
  /** Keys of the game's own, each with what it does; where it is one of the frame's, it means this here. */
  keys?: readonly (readonly [key: string, words: string])[];
  /** The table in words for those who listen; without it they are given letters and the fields of the view. */
  Words?: Component<GameProps<V, M>>;
  /** The class that carries a seat's colour and pattern, such as "p-red"; without it the colours are those of the card. */
  seatClass?: (view: V, seat: number) => string;
  /**
   * Whether the board shows verbs and the other players itself, as games do in which everybody acts at once: the frame then
   * leaves it the room.
   */
  whole?: boolean;
  /** How high a board without anything beside it is at least on a phone, as a share of the width; the page scrolls for it. */
  least?: number;
  /** How long the step from one view to the next takes at normal speed, in milliseconds. */
  duration: (step: Step<M>, before: V, after: V) => number;
}
