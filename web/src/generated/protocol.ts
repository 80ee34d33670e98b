// Made by `python -m tabbytop.server.protocol.typescript` from tabbytop.server.protocol.messages. Do not edit.

/** Raised when a client of the older kind would misunderstand. New fields and new kinds of events do not raise it. */
export const PROTOCOL = 1;

/** One family with its arguments: `{"mark": {"die": "red"}}`. */
export type Move = Record<string, Record<string, string | number>>;

/** Who acts: a seat, or one of those who are no players; "all" in real-time play, "over" when nobody does. */
export type Actor = number | "all" | "clock" | "house" | "luck" | "over";

export type ClockName = "day" | "off" | "relaxed" | "three-days" | "timed";

export type Stage = "closed" | "lobby" | "over" | "playing";

/** The cats that play as bots; each has a coat of its own, whatever its level. */
export type CatName = "Biscuit" | "Clover" | "Cocoa" | "Domino" | "Juniper" | "Marmalade" | "Misty" | "Pearl" | "Pepper" | "Saffron" | "Tango" | "Truffle";

/** A seat for the one who opens the table; several of them make a game on one device. */
export interface Me {
  type: "me";
  /** What the player of this seat is called; without it, as the guest. */
  name?: string;
}

/** A seat for somebody with the invitation. */
export interface Friend {
  type: "friend";
}

/** A seat for anybody who finds the table. */
export interface Open {
  type: "open";
}

/** A seat for a bot. */
export interface BotSeat {
  type: "bot";
  level: string;
  /** Which cat it is; without one the server chooses. A name sits once at a table: one that is in use is replaced. */
  name?: CatName | null;
}

export type Wanted = Me | Friend | Open | BotSeat;

/** What all commands to a table share. */
export interface Command {
  key: string;
}

/** Make a move. `seq` is the last event the client knew; `seat` may be left out by those who hold one seat. */
export interface Play {
  type: "play";
  key: string;
  seq: number;
  move: Move;
  seat?: number | null;
}

/** Take back one's last step, or all of one's turn, up to luck, a reveal or somebody else's act. */
export interface Undo {
  type: "undo";
  key: string;
  seq: number;
  seat?: number | null;
  turn?: boolean;
}

/** Ask the others to let one's last decision be taken back; bots always agree. */
export interface Takeback {
  type: "takeback";
  key: string;
  seq: number;
  seat?: number | null;
}

/** Agree to the takeback that was asked for, or not. */
export interface Answer {
  type: "answer";
  key: string;
  seq: number;
  agree: boolean;
  seat?: number | null;
}

/** Take a free seat in the lobby; or one's own seat once more, to be called by a new name there. */
export interface Sit {
  type: "sit";
  key: string;
  seat?: number | null;
  /** What to be called at this seat, for people who share a device; without it, as the guest. */
  name?: string;
}

/** Leave the table: in the lobby the seats become free, in a game bots play on until one returns. */
export interface Leave {
  type: "leave";
  key: string;
}

/** The host sends somebody away for good: in the lobby the seats become free, in a game a bot plays on. */
export interface Remove {
  type: "remove";
  key: string;
  seat: number;
}

/** Leave the table for good, and have one's name and face taken off it and out of its log. */
export interface Forget {
  type: "forget";
  key: string;
}

/** Take one's seats back from the bots. */
export interface Return {
  type: "return";
  key: string;
}

/** Let a bot play for somebody who has been away for a while. */
export interface Substitute {
  type: "substitute";
  key: string;
  seat: number;
  level?: string;
}

/** The host changes a seat in the lobby; whoever sat there has to rise. */
export interface Arrange {
  type: "arrange";
  key: string;
  seat: number;
  who: Wanted;
}

/** The host starts the game; free seats are given to bots of the level in `fill`, if there is one. */
export interface Start {
  type: "start";
  key: string;
  fill?: string | null;
  /** Whether to start although somebody at the table still learns the game. */
  now?: boolean;
}

/** Go and learn the game while one's seats are kept, or come to another chapter; without one, be back. */
export interface Learn {
  type: "learn";
  key: string;
  lesson?: string;
  /** The chapter one is in, counted from 1: everybody at the table sees it. */
  chapter?: number | null;
}

/** Say in which time zone one lives, at a table with days for a turn: one's time does not run in the night there. */
export interface Nights {
  type: "zone";
  key: string;
  zone: string;
}

/** After the end: a new table with the same people, the first seat passed on. */
export interface Rematch {
  type: "rematch";
  key: string;
}

/** One of the quick phrases. */
export interface Say {
  type: "say";
  key: string;
  phrase: string;
}

/** Ask what a strong bot would do; answered with `hinted` when it has thought. */
export interface Hint {
  type: "hint";
  key: string;
  seq: number;
  seat?: number | null;
}

/** Ask why a move is not possible now; answered with `reason`. Changes nothing. */
export interface WhyNot {
  type: "why";
  key: string;
  move: Move;
  seat?: number | null;
}

/** Ask what a legal move would lead to; answered with `previewed`. Changes nothing. */
export interface LookAhead {
  type: "preview";
  key: string;
  seq: number;
  move: Move;
  seat?: number | null;
}

/** Ask what the last turn of a seat was good for; answered with `explained`. Changes nothing. */
export interface Explain {
  type: "explain";
  key: string;
  of: number;
}

/** Ask again for everything after `since`, having noticed a gap. */
export interface Resync {
  type: "resync";
  since: number;
}

/** The answer to `probe`, to be sent at once and before anything else. */
export interface Echo {
  type: "echo";
  id: number;
}

/** Answered with `pong` and the same `at`. */
export interface Ping {
  type: "ping";
  at?: number;
}

/** Whether somebody looks at the table: the page is to be seen, and was touched not long ago. */
export interface Attention {
  type: "look";
  looking: boolean;
}

export type TableCommand = Play | Undo | Takeback | Answer | Sit | Leave | Remove | Forget | Return | Substitute | Arrange | Start | Learn | Nights | Rematch | Say | Hint | WhyNot | LookAhead | Explain;

export type FromClient = Play | Undo | Takeback | Answer | Sit | Leave | Remove | Forget | Return | Substitute | Arrange | Start | Learn | Nights | Rematch | Say | Hint | WhyNot | LookAhead | Explain | Resync | Ping | Echo | Attention;

/** Open a table. A table without free seats starts at once. */
export interface NewTable {
  key: string;
  game: string;
  seats: Wanted[];
  options?: Record<string, unknown>;
  clock?: ClockName;
  listed?: boolean;
  hints?: boolean;
  /** What the table is called, for groups that meet often; its rematches keep the name. */
  name?: string;
}

/** Play on from a moment of a finished game, at one of its seats, against bots of a level; or, with `same`, against the rivals of the game itself and with its luck. */
export interface Again {
  key: string;
  ply: number;
  seat: number;
  /** Of the bots at seats where people sat, and at all others without `same`. */
  level?: string;
  /** What is as it was: nothing, the rivals, or the luck as well. */
  same?: "luck" | "nothing" | "rivals";
}

/** Become a guest of this server, with a name or without. */
export interface NewGuest {
  name?: string;
  /** One of the faces of people; drawn by lot for those who choose none. */
  face?: string | null;
}

/** Continue on this device as the guest whose link was opened, or whose words were typed. */
export interface Enter {
  token?: string;
  words?: string;
}

/** Keep the settings of the page for all devices, in place of those before; 4 kB at most. */
export interface KeepSettings {
  settings: Record<string, unknown>;
}

/** Delete one's profile for good; the name is asked for once more, so that it does not happen by accident. */
export interface DeleteProfile {
  name: string;
}

/** Do not hear the phrases of whoever sits there, at this table and at others; or hear them again. */
export interface MuteSeat {
  seat: number;
  muted?: boolean;
}

/** How far somebody is who has gone to learn the game: in which chapter, counted from 1, of how many. */
export interface Learning {
  chapter: number;
  of: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: "absent" | "automaton" | "bot" | "friend" | "guest" | "open";
  name: string;
  /** The bot that plays here now, also while it stands in for somebody. */
  level: string | null;
  /** Its owner left, or ran out of time; a bot plays on. */
  away: boolean;
  /** Milliseconds left when the present turn began, where there is a clock. */
  time: number | null;
  /** Its owner has gone to learn the game and is in this chapter; the seat is kept. */
  learning: Learning | null;
  /** The face of its guest; empty for all others, whose faces are their own. */
  face: string;
}

/** The table around the game. */
export interface TableInfo {
  id: string;
  game: string;
  rules: string;
  players: number;
  options: Record<string, unknown>;
  clock: ClockName;
  listed: boolean;
  hints: boolean;
  stage: Stage;
  seats: SeatInfo[];
  /** The first seat of the guest who may arrange and start. */
  host: number | null;
  /** SHA-256 of the luck of this game, shown before the first move. */
  commitment: string | null;
  /** The luck itself, revealed after the last move; that of a deal of the day is revealed with the deal. */
  luck: string | null;
  /** The first so many moves were taken over from another game; their luck is not this one. */
  opening: number;
  rematch: string | null;
  /** The day whose deal is played here: its luck is the same for everybody. */
  deal: string | null;
  /** What the group calls its table, if it has a name. */
  name: string;
}

/** What the server knows about the one it is talking to. */
export interface You {
  guest: string | null;
  name: string;
  seats: number[];
  host: boolean;
  /** Part of the link for friends; only those who sit at the table know it. */
  invite: string | null;
}

/** A legal move and its words. */
export interface Choice {
  move: Move;
  label: string;
}

/** A takeback that waits for consent. */
export interface Asked {
  seat: number;
  ply: number;
  waiting: number[];
}

/** A source of points, and what it brought each seat: the parts of a seat are its score. */
export interface ScorePart {
  name: string;
  points: number[];
  /** How a sentence goes on after "7 more points": "for taller towers". */
  told: string;
  /** What one thing is worth, where the points are for things that are all worth the same; else 0. */
  each: number;
  /** What one of them is called, and what several are. */
  things: string[];
}

/** How a game ended: places (1 is first) and points by seat. */
export interface Outcome {
  places: number[];
  scores: number[];
  ending: string;
  /** Whether the points count; a game that is lost without an opponent has no score, and they are 0. */
  scored: boolean;
  /** What the points are made of, in the order of the columns of a table; none where the game does not say. */
  parts: ScorePart[];
}

/** The present moment for one viewer, all but the view itself. */
export interface Now {
  seq: number;
  ply: number;
  /** The seat from which the table is seen; for those who hold several it follows the turn. */
  seat: number | null;
  actor: number | "all" | "clock" | "house" | "luck" | "over" | null;
  prompt: string;
  choices: Choice[];
  scores: number[];
  /** Whether this seat can take something back by itself. */
  undo: boolean;
  takeback: Asked | null;
  /** Milliseconds that the present turn has taken, where there is a clock; below 0 while time does not run yet. */
  running: number | null;
  /** Milliseconds of table time when this was made, in games in which everybody may act at once. */
  time: number | null;
  outcome: Outcome | null;
  /** First 16 digits of the SHA-256 of the view as JSON with sorted keys and no spaces. */
  hash: string;
  /** What the scores are made of, as far as this seat can know; none where the game does not say. */
  parts: ScorePart[];
}

/** A move as the viewer saw it; `changes` are the fields of the view that are different now. */
export interface Moved {
  type: "moved";
  seq: number;
  at: number;
  ply: number;
  /** How many moves before it were planned in private and are known to have been made only now. */
  passed: number;
  actor: number | "all" | "clock" | "house" | "luck" | "over" | null;
  /** None, as is the actor, when the viewer may not know. */
  move: Move | null;
  sentence: string;
  changes: Record<string, unknown>;
}

/** Moves were taken back; `ply` moves are left. */
export interface Undone {
  type: "undone";
  seq: number;
  at: number;
  seat: number;
  ply: number;
  sentence: string;
  changes: Record<string, unknown>;
}

/** Somebody used a quick phrase. */
export interface Said {
  type: "said";
  seq: number;
  at: number;
  seat: number;
  phrase: string;
  sentence: string;
}

/** Anything else that happened at the table: somebody sat down, left, returned, asked for a takeback. */
export interface Told {
  type: "told";
  seq: number;
  at: number;
  kind: string;
  seat: number | null;
  sentence: string;
}

export type Event = Moved | Undone | Said | Told;

/** Everything about the table as it is now. It stands on its own: nothing before it matters. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: TableInfo;
  you: You;
  connected: boolean[];
  watching: number;
  /** None before the game has started. */
  view: Record<string, unknown> | null;
  now: Now;
}

/** Events in their order, without gaps, and the moment they led to. */
export interface News {
  type: "news";
  events: Event[];
  now: Now;
  /** Present when something about the table itself changed. */
  table: TableInfo | null;
  /** Present when the perspective changed or the game began: it is the view after all these events. */
  view: Record<string, unknown> | null;
}

/** The command was carried out, and is stored, as the event with this number. */
export interface Done {
  type: "ok";
  key: string;
  seq: number;
}

/** The command was not carried out, and changed nothing. */
export interface Error {
  type: "error";
  code: string;
  sentence: string;
  key: string | null;
  /** The rule that forbids it. */
  clause: string | null;
  /** Where the table is, when the client was behind. */
  seq: number | null;
  /** Seconds after which the same command, with the same key, may be sent again. */
  retry_after: number | null;
}

/** A legal move and what a strong bot thinks of it. */
export interface Weighed {
  move: Move;
  label: string;
  /** None for a move that it did not look at. */
  win_chance: number | null;
  /** How much of its thinking went to this move. */
  share: number;
  /** By how much the chance may be off; None where there is none. */
  error: number | null;
  /** Whether it is about as good as the first: their chances differ by less than 2 %, or than they may be off. */
  equal: boolean;
  /** Why, in a sentence; the best few moves have one, as far as the game gives reasons. */
  reason: string;
}

/** The answer to `hint`: all choices by their chances, the best first; what was hardly looked at comes last. */
export interface Hinted {
  type: "hinted";
  key: string;
  seq: number;
  seat: number;
  choices: Weighed[];
}

/** The answer to `why`: the clause and a sentence, or nothing but that the move is legal. */
export interface Reason {
  type: "reason";
  key: string;
  legal: boolean;
  clause: string | null;
  sentence: string;
}

/** The answer to `preview`: the table after the move, up to the next luck, decision, or something hidden. */
export interface Previewed {
  type: "previewed";
  key: string;
  seq: number;
  seat: number;
  move: Move;
  view: Record<string, unknown>;
  /** The move as the log would tell it. */
  sentence: string;
  /** What it would change, in a sentence; empty where there is nothing to say. */
  changes: string;
  /** Who acts next; `house` where something hidden would be turned up. */
  actor: number | "all" | "clock" | "house" | "luck" | "over" | null;
}

/** The answer to `explain`: a sentence, made from what everybody has seen of the turn. */
export interface Explained {
  type: "explained";
  key: string;
  of: number;
  sentence: string;
}

/** The connection of a seat, as the server has measured it. */
export interface Link {
  /** Milliseconds that are taken off its answers. */
  ms: number;
  /** Whether it has become much slower than it was. */
  strange: boolean;
}

/** Which seats have somebody connected, and how many watch. */
export interface Presence {
  type: "presence";
  connected: boolean[];
  watching: number;
  /** How far away each seat is, in games in which everybody may act at once; None where nobody is connected. */
  links: (Link | null)[];
}

/** The bots of this game are being made ready; sent while anybody waits for one. */
export interface Warming {
  type: "warming";
  state: "cold" | "compiling" | "failed" | "ready";
  share: number;
}

/** Nothing happened, but the connection is alive. */
export interface Tick {
  type: "tick";
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  at: number;
}

/** The server measures the connection; to be answered with `echo` and the same id. */
export interface Probe {
  type: "probe";
  id: number;
}

/** The last message before the server closes the connection. */
export interface Bye {
  type: "bye";
  code: string;
  sentence: string;
}

export type FromServer = Welcome | News | Done | Error | Hinted | Reason | Previewed | Explained | Presence | Warming | Tick | Pong | Probe | Bye;

/** A table option in words and values. */
export interface OptionInfo {
  name: string;
  kind: "by_seat" | "choice" | "flag" | "whole";
  words: string;
  /** By number of players, as text. */
  default: Record<string, unknown>;
  only_players: number[];
  /** Another option and the value it must have for this one to mean anything; empty where it always does. */
  only_with: Record<string, string>;
  values: string[];
  low: number;
  high: number;
  /** The player counts at which it changes anything; empty means all. Elsewhere only its default is taken. */
  counts_players: number[];
  /** Another option and the value it must have for this one to change anything; else only its default is taken. */
  counts_with: Record<string, string | boolean>;
  /** A number among the options, and from where on this one changes anything, at tables where that number itself does; below it only the default is taken. */
  counts_from: Record<string, number>;
}

/** Whether the bots of a game can think already. */
export interface Readiness {
  state: "cold" | "compiling" | "failed" | "ready";
  share: number;
}

/** How a seat is told from the others: what the sentences of the rules call it, and its colour. */
export interface SeatLook {
  name: string;
  colour: string;
}

/** A level of bots, or a kind of clock, or a phrase: a name and its words. */
export interface LevelInfo {
  name: string;
  words: string;
}

/** A lesson that a game has; the main one has the id "basics" and comes first. */
export interface LessonInfo {
  id: string;
  title: string;
  about: string;
  minutes: number;
  /** Their titles. */
  chapters: string[];
  /** How many moves the learner makes in each. */
  moves: number[];
}

/** A game that can be played here. */
export interface GameInfo {
  id: string;
  name: string;
  rules: string;
  players: number[];
  default_players: number;
  options: OptionInfo[];
  /** Whether not every seat may see everything: players who share a device hand it over behind a curtain. */
  hidden: boolean;
  /** Whether everybody acts at once, in real time: no clocks, no undo, no hints, one seat for each guest. */
  racing: boolean;
  ready: Readiness;
  /** The game in one sentence. */
  sentence: string;
  /** About how long people play; 0 if nobody knows. */
  minutes: number;
  /** What one player does alone; None where the game needs company. */
  alone: string | null;
  /** The levels at which bots play it; `matched` is there where one plays at the pace of the others. */
  levels: LevelInfo[];
  /** The seats of players in their order, as they are with the usual options. */
  seats: SeatLook[];
  /** What the numbers of the field `phase` mean. */
  phases: Record<string, number>;
  /** The fields of a view that have a row for every seat. */
  by_seat: string[];
  /** Where this server has a board that came with the game; None where the page has to know how it is drawn. */
  board: string | null;
  /** How it can be learned by playing. */
  lessons: LessonInfo[];
}

/** What this server offers. */
export interface Catalogue {
  version: string;
  protocol: number;
  games: GameInfo[];
  levels: LevelInfo[];
  /** The same levels in words for games that are raced. */
  hands: LevelInfo[];
  clocks: LevelInfo[];
  phrases: LevelInfo[];
  /** What the club of this server is called; empty where there is none. */
  club: string;
  /** Whether one can come in by a passkey here. */
  passkeys: boolean;
}

/** Who one is here; `id` is None for somebody who has done nothing yet. */
export interface Guest {
  id: string | null;
  name: string;
  face: string;
}

/** A new guest. The token is shown this once; programs send it as `Authorization: Bearer …`. */
export interface GuestWithToken {
  id: string;
  name: string;
  token: string;
  face: string;
}

/** A code to be scanned: so many modules wide and high, and the path of an SVG that fills the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** How a profile goes on at another device: by words that are typed there, or a code that is scanned. Good once. */
export interface Handover {
  words: string;
  /** The page to be opened there; the words are in its fragment. */
  path: string;
  /** Milliseconds for which it is good. */
  lasts: number;
  qr: QrCode;
}

/** A device that is known as oneself, or a link that would make one. */
export interface Device {
  id: string;
  /** What kind of device it is: "Firefox on Linux". */
  label: string;
  kind: "device" | "link";
  created: number;
  /** When it was used last, give or take an hour. */
  used: number;
  /** Whether it is the one that asks. */
  here: boolean;
}

/** All devices that are known as oneself, the one used last first. */
export interface Devices {
  devices: Device[];
}

/** The settings of the page, as the page keeps them; null as long as none were kept. */
export interface PageSettings {
  settings: Record<string, unknown> | null;
}

/** The seats of a table whose phrases one does not want to hear. */
export interface MutedSeats {
  seats: number[];
}

/** A link that continues as oneself on another device. Whoever has it plays as its owner. */
export interface SeatLink {
  path: string;
}

/** The new table. */
export interface Opened {
  id: string;
  invite: string;
}

/** A table in a list. */
export interface Listed {
  id: string;
  game: string;
  stage: Stage;
  seats: SeatInfo[];
  free: number;
  updated: number;
  yours: boolean;
  your_turn: boolean;
  /** The seats that one holds there. */
  mine: number[];
  /** What the group calls its table. */
  name: string;
  /** The seat that has to decide. */
  turn: number | null;
  /** By seat, once the game is over; so are the points. */
  places: number[];
  scores: number[];
  /** Whether the points count. */
  scored: boolean;
}

/** Tables that anybody may join or watch, and those where one sits. */
export interface Tables {
  open: Listed[];
  mine: Listed[];
}

/** An outcome that luck could have chosen, and its weight. */
export interface Odds {
  move: Move;
  weight: number;
}

/** A move in the log: as the viewer saw it, with the fields of the view that it changed. */
export interface LogEntry {
  ply: number;
  actor: number | "all" | "clock" | "house" | "luck" | "over" | null;
  move: Move | null;
  sentence: string;
  changes: Record<string, unknown>;
  /** Of a move of luck, once the game is over: what could have come, in the order in which luck chooses. */
  odds: Odds[] | null;
}

/** The moves that still stand, as one viewer may read of them, and the view before the first. */
export interface Log {
  seat: number | null;
  start: Record<string, unknown> | null;
  lines: LogEntry[];
}

/** What a strong bot would have done at a moment of a finished game: all choices of the seat, the best first. */
export interface Weighing {
  ply: number;
  seat: number;
  choices: Weighed[];
}

/** One moment of a game, now or earlier, as one viewer saw it. */
export interface Sight {
  ply: number;
  plies: number;
  view: Record<string, unknown>;
  /** The same drawn with letters. */
  picture: string;
  prompt: string;
  scores: number[];
}

/** A paragraph, the items of a list, or the caption of a picture; `**bold**` and `[CAB-12]` are all the markup. */
export interface GuideBlock {
  kind: "list" | "picture" | "text";
  lines: string[];
  scene: string | null;
}

/** A chapter of a guide. */
export interface GuideSection {
  id: string;
  title: string;
  blocks: GuideBlock[];
  /** Whether it is folded away: what people look up, not what they read before the first game. */
  detail: boolean;
}

/** A rule with its number; `origin` says whether it is from the book, a ruling or an option. */
export interface ClauseInfo {
  id: string;
  text: string;
  origin: string;
}

/** A position of a picture: the seat on turn, what it sees, and what it may do; spectators where nobody decides. */
export interface GuideScene {
  seat: number | null;
  view: Record<string, unknown>;
  choices: Choice[];
}

/** How a game is played: chapters, all clauses, and the positions of the pictures. */
export interface GuideInfo {
  game: string;
  title: string;
  sections: GuideSection[];
  clauses: ClauseInfo[];
  scenes: Record<string, GuideScene>;
}

/** Where the words of an invitation lead. */
export interface Invitation {
  id: string;
  invite: string;
}

/** By which address others reach the server, for somebody who is at the machine itself. */
export interface Reach {
  /** None where nobody else can come in. */
  address: string | null;
}

/** One's tables: those that run, all of them, and the newest of those that are over. */
export interface OwnGames {
  running: Listed[];
  finished: Listed[];
  /** Asked for as `after`, it gives the next ones; None where there are no more. */
  more: string | null;
  /** Finished games in all, of the game that was asked for. */
  total: number;
}

/** A table for somebody who does not sit at it now: how it looks, and what was done last. */
export interface Glance {
  seat: number | null;
  view: Record<string, unknown> | null;
  /** The seat of whoever did it; None where nobody has done anything yet. */
  actor: number | null;
  sentence: string;
  /** What was done, as the viewer may know it; None where they may not, or nothing was done. */
  move: Move | null;
}

/** A moment of a lesson as the learner sees it, all but the view itself. */
export interface LessonMoment {
  actor: Actor;
  prompt: string;
  choices: Choice[];
  scores: number[];
  outcome: Outcome | null;
  /** Of the view, as in `Now`. */
  hash: string;
  /** The table drawn with letters. */
  picture: string;
}

/** A right move: all that happens from it on, and the moment to which it leads. */
export interface LessonLine {
  move: Move;
  /** The learner's move first. */
  happened: LogEntry[];
  now: LessonMoment;
}

/** What is said to legal moves that are not the ones asked for. */
export interface LessonAnswer {
  moves: Move[];
  say: string;
}

/** One thing to do. What lies on the table stands between asterisks in its sentences. */
export interface LessonStep {
  /** What to do; empty where the move belongs to the gesture of the step before. */
  say: string;
  why: string;
  clauses: string[];
  /** One for each right move; the first is the one that is shown. */
  lines: LessonLine[];
  wrong: LessonAnswer[];
  /** What is said to every other legal move. */
  otherwise: string;
}

/** A position, and steps from there. */
export interface LessonChapter {
  title: string;
  view: Record<string, unknown>;
  now: LessonMoment;
  steps: LessonStep[];
}

/** A whole lesson, to be played without a table. */
export interface LessonDocument {
  game: string;
  id: string;
  title: string;
  about: string;
  minutes: number;
  players: number;
  options: Record<string, unknown>;
  /** Where the learner sits. */
  seat: number;
  seats: SeatInfo[];
  chapters: LessonChapter[];
}

/** A move that somebody tries at a step of a lesson; both are counted from 0. */
export interface LessonTry {
  chapter: number;
  step: number;
  move: Move;
}

/** Where somebody is in a lesson; chapter and step are counted from 0. */
export interface LessonPlace {
  chapter: number;
  step: number;
  /** How many chapters are finished and may be opened again. */
  reached?: number;
  /** Whether it was played to its end once. */
  done?: boolean;
}

/** How far a guest is in a lesson, on whatever device. */
export interface LessonProgress {
  game: string;
  lesson: string;
  chapter: number;
  step: number;
  reached: number;
  done: boolean;
}

/** The lessons that a guest has begun. */
export interface LessonsUnderWay {
  lessons: LessonProgress[];
  /** Whether places are kept here: only with a guest. */
  kept: boolean;
}

/** Whether a move is legal there; if not, the clause and a sentence. */
export interface Verdict {
  legal: boolean;
  clause: string | null;
  sentence: string;
}

export type When = "coming" | "past" | "today";

/** A day of the week, what is dealt on it, and whether one has played it. */
export interface DealDay {
  day: string;
  game: string;
  title: string;
  when: When;
  /** SHA-256 of the luck, known before the day. */
  commitment: string;
  /** Whether one has finished it on its day. */
  played: boolean;
}

/** How somebody did. The table is told to those who may look at it. */
export interface DealResult {
  rank: number;
  name: string;
  points: number;
  /** Among those at the table, rivals included. */
  place: number;
  /** Milliseconds from the first move to the last. */
  time: number;
  you: boolean;
  table: string | null;
}

/** Where everybody begins: the view of the first seat at the first decision. */
export interface DealStart {
  view: Record<string, unknown>;
  seats: SeatInfo[];
}

/** The table at which one plays the deal, or has played it on its day. */
export interface OwnDeal {
  table: string;
  stage: Stage;
}

/** The deal of one day. */
export interface DealDocument {
  day: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  minutes: number;
  when: When;
  /** When the day ends here, in milliseconds since 1970. */
  ends: number;
  commitment: string;
  /** The luck itself, once the day is over. */
  luck: string | null;
  /** None before the day. */
  start: DealStart | null;
  own: OwnDeal | null;
  results: DealResult[];
  /** How many have finished it on its day; the list may be shorter. */
  players: number;
  /** Whether points tell who did better; by places alone otherwise. */
  scored: boolean;
  /** Whether fewer points are better. */
  fewest: boolean;
}

/** This week's deals, and how long today's lasts. */
export interface DealWeek {
  today: string;
  ends: number;
  /** The clock of this server, in milliseconds since 1970. */
  now: number;
  days: DealDay[];
  /** How many days in a row one has played, up to today or yesterday. */
  row: number;
}

/** Sit down to a deal. Today's is played once; those of other days as often as one likes. */
export interface PlayDeal {
  key: string;
}

/** How far the review of a finished game is. The last one is done, and holds all of it. */
export interface ReviewProgress {
  type: "review";
  done: number;
  /** Pieces that have to be reckoned. */
  total: number;
  turn: number;
  /** The turn that is being thought about. */
  turns: number;
  finished: boolean;
  /** The turns that are known so far, from the first on; None before the first is. */
  review: Record<string, unknown> | null;
}

/** A puzzle of a day. */
export interface PuzzleInfo {
  id: string;
  game: string;
  /** From 1 (a kitten misses it) to 4 (every level does). */
  rating: number;
}

/** Whether moments of one's games may become puzzles here; null for somebody who was never asked. */
export interface PuzzleConsent {
  agreed: boolean | null;
}

/** Agree that moments of one's games become puzzles, or take it back. */
export interface NewConsent {
  agreed: boolean;
}

/** The puzzles of a day, the easy ones first; the same for everybody here. */
export interface PuzzleDay {
  day: string;
  puzzles: PuzzleInfo[];
}

/** A moment with one best move: the table as the seat sees it, and what it may play. */
export interface PuzzleDocument {
  id: string;
  game: string;
  rules: string;
  players: number;
  options: Record<string, unknown>;
  seat: number;
  seats: SeatInfo[];
  view: Record<string, unknown>;
  prompt: string;
  /** The same drawn with letters. */
  picture: string;
  choices: Choice[];
  scores: number[];
  hash: string;
  rating: number;
  /** Two moves, one of which is the best. */
  nudge: Move[];
}

/** A move of a puzzle with the chance that it leaves, as far as it is known. */
export interface RankedMove {
  move: Move;
  label: string;
  chance: number | null;
  reason: string;
  yours: boolean;
}

/** What came of a move: a verdict, and the best moves with their chances. */
export interface PuzzleAnswer {
  /** "That is it", "Good, not the best" or "There was better". */
  verdict: string;
  found: boolean;
  answer: Move;
  choices: RankedMove[];
  /** How many moves there were. */
  legal: number;
  /** Levels of bots that did not find it. */
  missed_by: string[];
}

/** A move that is tried at a puzzle. */
export interface PuzzleTry {
  move: Move;
}

export type HookService = "discord" | "json" | "ntfy" | "slack";

/** What one wants to hear of at tables with somebody: their invitations too, only that it is one's turn, or nothing. */
export type ToldOf = "always" | "never" | "turns";

/** A browser on a device: what it gave when it was asked to show notices. */
export interface PushWay {
  type: "push";
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** An address that takes messages by POST; "json" is for programs, and is signed. */
export interface HookWay {
  type: "hook";
  service: HookService;
  url: string;
}

/** An e-mail address. Nothing is sent to it but one question, until it is confirmed. */
export interface MailWay {
  type: "mail";
  address: string;
}

/** Ask to be told by a way. */
export interface NewWay {
  way: PushWay | HookWay | MailWay;
}

/** A way by which one is told. */
export interface WayInfo {
  id: string;
  kind: "hook" | "mail" | "push";
  /** Where it leads, without what is secret in it. */
  words: string;
  /** Of a browser, so that it knows itself again. */
  endpoint: string | null;
  /** Why nothing is sent by it, while nothing is. */
  off: string | null;
  /** Signs what is sent to a program; shown this once. */
  secret: string | null;
}

/** From one minute of the day to another, in a time zone such as "Europe/Vienna". */
export interface QuietHours {
  start: number;
  end: number;
  zone: string;
}

/** When one wants to be told, and of what. */
export interface NoticeHabits {
  quiet?: QuietHours | null;
  /** Whether to be told once more after a day. */
  reminder?: boolean;
  /** Tables of which one does not want to hear. */
  muted?: string[];
  /** Of whom one wants to hear more or less than that it is one's turn. */
  people?: Record<string, ToldOf>;
  /** The same of all others with whom one has not finished a game yet. */
  strangers?: ToldOf;
  /** Whether to hear of tables that are not in `listened`; without it one hears of those alone. */
  new_tables?: boolean;
  listened?: string[];
}

/** What somebody presses on a notice: told again in an hour, or no more of this table. */
export interface NoticeAnswer {
  table: string;
  answer: "later" | "mute";
}

/** How one is told that it is one's turn. */
export interface NoticeSettings {
  ways: WayInfo[];
  habits: NoticeHabits;
  /** The server's public key, for browsers. */
  push_key: string;
  /** Whether this server sends e-mail. */
  mail: boolean;
}

/** Somebody with whom one has played here. */
export interface Acquaintance {
  id: string;
  name: string;
  face: string;
  /** What oneself wants to hear of them; what they want to hear is nobody else's business. */
  told: ToldOf;
}

/** Those with whom one has played here, the last ones first. */
export interface Acquaintances {
  people: Acquaintance[];
}

/** Tell somebody of a free seat at a table where one sits. */
export interface InvitePerson {
  table: string;
  person: string;
}

/** The same whether they were told or not. */
export interface PersonInvited {
  sentence: string;
}

/** What became of a notice that was sent to try a way. */
export interface NoticeTried {
  arrived: boolean;
  sentence: string;
}

/** What stands behind the `#` of the link in the question. */
export interface MailConfirmed {
  way: string;
  secret: string;
}

export type Rivals = "bots" | "people";

export type Trend = "down" | "same" | "up";

/** How strong somebody is in one game with one number of players, against people or against bots. */
export interface RatingInfo {
  game: string;
  players: number;
  against: Rivals;
  games: number;
  /** On a scale with the house cat at 1000; none under five games, when only the band is known. */
  rating: number | null;
  /** It is off by no more than this, in 95 of 100 cases. */
  margin: number;
  /** The lower end of the band in which it lies. Against bots in levels: the kitten stands at 0, the house cat at 1, the alley cat at 2 and the top cat at 3. Against people in ratings. So are the next two. */
  low: number;
  middle: number;
  high: number;
}

/** How often somebody was placed before another, or a level of bots, and behind; ties count for neither. */
export interface RecordLine {
  name: string;
  /** Of a bot. */
  level: string | null;
  won: number;
  lost: number;
  /** Of somebody who is here still. */
  face: string;
}

/** Something that somebody has done once. */
export interface Stamp {
  id: string;
  words: string;
}

/** How somebody does here; only they are told all of it. */
export interface Ratings {
  games: number;
  won: number;
  /** Games won in a row, up to the last one. */
  row: number;
  best_row: number;
  best_row_game: string | null;
  /** Days in a row at the daily deal. */
  deal_row: number;
  /** What luck brought in a game on average, as a share of the chances; None where no game was reviewed. */
  luck: number | null;
  luck_games: number;
  ratings: RatingInfo[];
  bots: RecordLine[];
  people: RecordLine[];
  stamps: Stamp[];
}

/** Somebody who is here. */
export interface ClubMember {
  name: string;
  you: boolean;
  /** At which game, if at one. */
  game: string | null;
  face: string;
}

/** Somebody in the month's table. */
export interface MonthLine {
  rank: number;
  name: string;
  you: boolean;
  rating: number;
  margin: number;
  /** This month. */
  games: number;
  /** Since the month began. */
  trend: Trend;
  face: string;
}

/** The table of a month for one game with one number of players, by ratings against people. */
export interface MonthTable {
  game: string;
  players: number;
  lines: MonthLine[];
}

/** The page of a server whose owner gave it a name. */
export interface Club {
  name: string;
  month: string;
  /** How many have played a game to its end here. */
  people: number;
  /** Whether one is shown here oneself. */
  member: boolean;
  here: ClubMember[];
  tables: MonthTable[];
}

/** Whether to be shown in the club: who is here, and in the month's table. */
export interface ClubWish {
  member: boolean;
}

/** What to ask a browser: `publicKey` of `navigator.credentials.create` or `get`, in the JSON of WebAuthn. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** What `navigator.credentials.create` has given, in the JSON of WebAuthn. */
export interface NewPasskey {
  credential: Record<string, unknown>;
}

/** What `navigator.credentials.get` has given, in the JSON of WebAuthn. */
export interface EnterByPasskey {
  credential: Record<string, unknown>;
}

/** A passkey by which one comes in on any device that has it. */
export interface Passkey {
  id: string;
  /** Where it was made, in words: "Firefox on Linux". */
  label: string;
  /** The name of the server under which it works. */
  site: string;
  created: number;
  /** When somebody came in with it last. */
  used: number | null;
}

/** All passkeys of one's own, the oldest first. */
export interface Passkeys {
  passkeys: Passkey[];
}
