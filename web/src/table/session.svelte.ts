/**
 * A table as the page shows it: what is known of it, what is to be drawn, and the moment one looks at, which may be an
 * earlier one. Following the server, sending commands, advice and how seats look are modules of their own. Draws nothing.
 */
import { get, newKey } from "../api";
import { drawingOf } from "../games";
import { askCatalogue, catalogue } from "../games/catalogue.svelte";
import type {
  GameInfo,
  Catalogue,
  LevelInfo,
  Link as Quality,
  Log,
  Move,
  Now,
  ScorePart,
  TableInfo,
  Warming,
  You,
} from "../generated/protocol";
import { habitsOf } from "../lobby/habits";
import { settings, type Pace } from "../settings.svelte";
import { fromSeat, tablePath } from "./addresses";
import { isNeighbour, Muting } from "./muting.svelte";
import { Absences } from "./absences.svelte";
import { Advisor } from "./advisor.svelte";
import { Foresight } from "./foresight.svelte";
import type { Choice, GameModule, GameProps, SeatInfo, Step } from "./board";
import { turnsOf, type Chronicle, type Turn } from "./chronicle";
import { Commands } from "./commands";
import { Attention } from "./attention";
import { Connection, type Link } from "./connection";
import { Happened } from "./happened.svelte";
import { Listening } from "./listening";
import { Logbook } from "./logbook.svelte";
import { Looks } from "./looks.svelte";
import { Notices } from "./notices.svelte";
import { usualPace } from "./pace";
import { Replay } from "./replay.svelte";
import { Review } from "./review.svelte";
import type { Dial } from "./transports";
import type { View } from "./truth";
import { Underway } from "./underway.svelte";
import type { Part } from "./words";

// A game's own types end here: the frame hands views and moves through without looking into them.
export type AnyGame = GameModule<any, any>;
export type AnyProps = GameProps<any, any>;

/** What is on the table now, or in a replay: a view, and the step that led to it. */
export interface Scene {
  view: View;
  step: Step<unknown> | null;
  pace: number;
}

/** What is not a table of the server, such as a lesson, brings its own ways to be reached and to answer. */
export interface Means {
  dials: Dial[];
  /** Answers what a table would be asked for by its path: its log, an earlier moment. */
  ask: (what: string) => Promise<unknown>;
}

const PLAIN_STEP = 220;
const NOTHING: Choice<Move>[] = [];
const NO_MOVES: Move[] = [];
const NO_SCORES: number[] = [];
const NO_SOURCES: ScorePart[] = [];

export class Session {
  readonly id: string;
  readonly invite: string | null;

  link = $state<Link>("connecting");
  /** Why the connection has ended, if it has. */
  farewell = $state("");
  catalogue = $state.raw<Catalogue | null>(null);
  drawing = $state.raw<AnyGame | null>(null);
  /** Whether it is known if the game has a drawing. */
  isDrawn = $state(false);

  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You | null>(null);
  now = $state.raw<Now | null>(null);
  connected = $state.raw<boolean[]>([]);
  watching = $state(0);
  /** What is known of the seats' connections, in races. */
  links = $state.raw<(Quality | null)[]>([]);
  warming = $state.raw<Warming | null>(null);
  /** When the present moment was heard of, for clocks. */
  heardAt = $state(0);

  live = $state.raw<Scene | null>(null);
  /** Whether steps are being shown that lead to the present moment. */
  isBusy = $state(false);
  readonly underway = new Underway();
  readonly notices = new Notices();
  highlight = $state.raw<Step<unknown> | null>(null);
  /** What is being done while steps are shown. */
  narration = $state("");
  /** What a screen reader is told. */
  announcement = $state("");
  /** The seat to which the device has to be handed before anything is shown. */
  curtain = $state<number | null>(null);
  skipsCurtain = $state(false);

  readonly logbook = new Logbook({
    fetch: () => this.ask<Log>("log", fromSeat(this.replay.seenBy ?? this.listening.truth.now?.seat ?? null)),
    shown: () => this.listening.shownPly,
    loaded: () => this.replay.refresh(),
  });
  readonly replay = new Replay(this);
  readonly review = new Review(this);
  readonly looks = new Looks(this);
  readonly listening = new Listening(this);
  readonly commands = new Commands(this);
  readonly advisor = new Advisor(this);
  /** What a move would lead to. */
  readonly foresight = new Foresight(this);
  /** What the others just did. */
  readonly happened = new Happened(this);
  /** Who is away. */
  readonly absences = new Absences();
  readonly muting = new Muting();
  readonly connection: Connection;

  #attention = new Attention((looking) => this.connection.attend(looking));
  #turns: Turn[] = [];
  info = $derived<GameInfo | null>(this.catalogue?.games.find((game) => game.id === this.table?.game) ?? null);
  /** Whether everybody acts at once: nothing waits for anything, and nothing is taken back or weighed. */
  isRacing = $derived(this.info?.racing ?? false);
  #told = $derived(this.now?.choices ?? NOTHING);
  #offered = $derived<Choice<Move>[]>(this.#told.map(({ move, label }) => ({ move, label: this.looks.named(label) })));
  turns = $derived<Turn[]>((this.#turns = turnsOf(this.chronicle, this.drawing ?? {}, this.#turns)));

  #play = (move: Move): void => void this.commands.play(move);
  #whyNot = (move: Move): void => void this.commands.whyNot(move);
  #refuse = (reason: string, clause: string): void => this.commands.refuseHere(reason, clause);
  /** The verb beside the board that is pointed at; boards say that nothing is whenever they are drawn. */
  #verb: Move | null = null;
  #look = (move: Move | null): void => this.foresight.look(move ?? this.#verbLookedAt() ?? this.#advised());
  #catalogued: Promise<void> = Promise.resolve();
  #ending = new AbortController();
  #means: Means | undefined;

  constructor(id: string, invite: string | null, means?: Means) {
    this.id = id;
    this.invite = invite;
    this.#means = means;
    this.connection = new Connection({
      table: id,
      invite,
      known: () => this.listening.truth.seq,
      looking: () => this.#attention.isLooking,
      ...(means && { dials: means.dials }),
      // whether a game hides anything has to be known before anything of it is shown
      hear: (message, at) => void this.#catalogued.then(() => this.listening.hear(message, at)),
      changed: (link, why) => {
        if (link !== "connected") this.listening.time.stand(performance.now());
        this.link = link;
        this.farewell = why;
      },
    });
  }

  start(): void {
    this.connection.start();
    this.catalogue = catalogue();
    if (!this.catalogue)
      this.#catalogued = askCatalogue().then(
        (told) => void (this.catalogue = told),
        () => {},
      );
    const { signal } = this.#ending;
    addEventListener("online", () => this.connection.hurry(), { signal });
    this.#attention.watch(signal);
    document.addEventListener("visibilitychange", () => this.#seen(), { signal });
  }

  stop(): void {
    this.#ending.abort();
    this.connection.stop();
    this.listening.playback.clear();
    this.replay.pause();
  }

  /** Tells where one lives. What the table knows already, or does not take, is no news to anybody. */
  async tellZone(zone: string): Promise<void> {
    await this.connection.send({ type: "zone", key: newKey(), zone }).catch(() => {});
  }

  #seen(): void {
    if (document.hidden) this.listening.playback.skipAll();
    else this.connection.hurry();
  }

  /** Milliseconds at the table, now or at the moment one looks at; 0 where time does not matter. */
  time = (): number => this.replay.time() ?? this.listening.time.at(performance.now());

  /** The move that keeps others from being sent; none does where everybody acts at once. */
  get pending(): Move | null {
    return this.isRacing ? null : (this.underway.moves[0] ?? null);
  }

  /** The moves that have been shown. */
  get chronicle(): Chronicle {
    return this.logbook.chronicle;
  }

  get hasNeighbours(): boolean {
    return this.you?.guest != null && !!this.table?.seats.some((each) => isNeighbour(each, this.you));
  }

  get phrases(): LevelInfo[] {
    return this.catalogue?.phrases ?? [];
  }

  /** What is to be drawn: the present, or the moment one looks at. */
  get scene(): Scene | null {
    return this.replay.scene ?? this.live;
  }

  get isReplay(): boolean {
    return this.replay.ply !== null;
  }

  get isSeated(): boolean {
    return (this.you?.seats.length ?? 0) > 0;
  }

  /** The seat of whoever looks, if it is one alone; those who share a device are all called by their names. */
  get own(): number | null {
    return this.you?.seats.length === 1 ? this.you.seats[0]! : null;
  }

  /** Whether there is a seat that a bot would play on. */
  get mayLeave(): boolean {
    return this.table?.stage === "playing" && (this.you?.seats.some((seat) => !this.table?.seats[seat]?.away) ?? false);
  }

  get isOver(): boolean {
    return this.table?.stage === "over" && !this.isBusy;
  }

  /** How the others' turns are shown here. */
  get pace(): Pace {
    return settings.pace ?? usualPace(habitsOf(this.table?.game ?? "").finished.length);
  }

  get viewer(): number | null {
    return this.replay.seenBy ?? this.now?.seat ?? null;
  }

  /** Points by seat; none for what has no score, such as a game that was lost alone. */
  get scores(): number[] {
    const isEnd = this.replay.ply === null || this.replay.ply === this.chronicle.plies;
    if (isEnd && this.now?.outcome?.scored === false) return NO_SCORES;
    return this.replay.sight?.scores ?? this.now?.scores ?? NO_SCORES;
  }

  /** What the points are made of, as far as one can know; none at an earlier moment, and where a game does not say. */
  get sources(): ScorePart[] {
    if (this.isReplay || this.scores.length === 0) return NO_SOURCES;
    return this.now?.outcome?.parts ?? this.now?.parts ?? NO_SOURCES;
  }

  get choices(): Choice<Move>[] {
    return this.isReplay || this.isBusy || this.curtain !== null ? NOTHING : this.#offered;
  }

  get isMyTurn(): boolean {
    return this.curtain === null && !this.isBusy && (this.now?.choices.length ?? 0) > 0;
  }

  /** The seat whose turn it is in what is shown. */
  get onTurn(): number | null {
    const view = this.scene?.view;
    if (!view || (!this.isReplay && this.table?.stage !== "playing")) return null;
    if (this.drawing?.turn) return this.drawing.turn(view);
    return typeof this.now?.actor === "number" ? this.now.actor : null;
  }

  /** What the components of a game are given; null before the game. */
  get props(): AnyProps | null {
    const scene = this.scene;
    if (!scene) return null;
    return {
      view: scene.view,
      step: scene.step,
      viewer: this.viewer,
      seats: this.seats,
      scores: this.scores,
      choices: this.choices,
      pending: this.isReplay ? null : this.pending,
      underway: this.isReplay ? NO_MOVES : this.underway.moves,
      highlight: this.highlight ?? this.advisor.proposed,
      foreseen: this.isReplay ? null : this.foresight.seen,
      look: this.#look,
      trails: this.happened.trails,
      pace: scene.pace,
      time: this.time,
      play: this.#play,
      whyNot: this.#whyNot,
      refuse: this.#refuse,
    };
  }

  get seats(): SeatInfo[] {
    return this.looks.seats;
  }

  seatClass(seat: number): string {
    return this.looks.classOf(seat);
  }

  /** A sentence of the rules with names in it. */
  parts(sentence: string): Part[] {
    return this.looks.parts(sentence);
  }

  /** Whether a step is only a part of something that is told later. */
  isQuiet = (step: Step<unknown>): boolean => this.drawing?.quiet?.(step) ?? false;

  /** How long a step takes at normal speed. */
  timeOf(step: Step<unknown>, before: View, after: View): number {
    return this.drawing?.duration(step, before, after) ?? PLAIN_STEP;
  }

  async loadDrawing(game: string): Promise<void> {
    if (this.isDrawn) return;
    try {
      const drawing = await drawingOf(game);
      this.#turns = [];
      this.drawing = drawing;
    } catch {
      this.notices.tell("told", "The drawing of this game did not arrive; the table is shown as text.");
    }
    this.isDrawn = true;
  }

  raiseCurtain(): void {
    this.curtain = null;
    this.live = null;
    this.listening.settle();
  }

  /** Shows at once what is left of the turn that is being shown, or goes on after one that is looked at. */
  skip(): void {
    if (this.happened.stopped !== null) this.listening.goOn();
    else if (this.isBusy) this.listening.playback.skip();
  }

  /** Shows at once everything that waits to be shown. */
  skipAll(): void {
    if (this.isBusy) this.listening.playback.skipAll();
  }

  /** Shows the last turn of somebody else once more, or of whoever played last. */
  again(seat: number | null = null): void {
    const trail = seat === null ? this.happened.latest : this.happened.lastOf(seat);
    if (trail && this.mayShowAgain) this.listening.showAgain(trail);
  }

  /** Whether there is a turn to be shown once more, and nothing in the way. */
  get mayShowAgain(): boolean {
    const isFree = !this.isBusy || this.happened.stopped !== null;
    return isFree && !this.isReplay && this.pending === null && this.curtain === null && this.happened.latest !== null;
  }

  /** Asks for something that is told of this table. */
  ask<T>(what: string, query: Record<string, string> = {}): Promise<T> {
    return this.#means ? (this.#means.ask(what) as Promise<T>) : get<T>(this.path(what, query));
  }

  /** Somebody points at a verb, or at none any more. */
  lookAtVerb(move: Move | null): void {
    this.#verb = move;
    this.#look(null);
  }

  #verbLookedAt(): Move | null {
    return this.#told.some(({ move }) => move === this.#verb) ? this.#verb : null;
  }

  /** What is looked at while nobody points at anything: the open line of a hint. */
  #advised(): Move | null {
    return (this.advisor.proposed?.move as Move | undefined) ?? null;
  }

  /** An address of this table on the server. */
  path(what: string, query: Record<string, string> = {}): string {
    return tablePath(this.id, this.invite, what, query);
  }
}
