/**
 * A table as the page shows it: what is known, played step by step; what was sent and not acknowledged; and the moment
 * one looks at, which may be an earlier one. Draws nothing.
 */
import { flushSync } from "svelte";
import { get, newKey, post, postKeyed, Refused } from "../api";
import { drawingOf } from "../games";
import type {
  Event,
  FromServer,
  GameInfo,
  Guest,
  House,
  LevelInfo,
  Link as Quality,
  Log,
  Move,
  Moved,
  News,
  Now,
  Presence,
  Said,
  TableCommand,
  TableInfo,
  Told,
  Undone,
  Wanted,
  Warming,
  Weighed,
  Welcome,
  You,
} from "../generated/protocol";
import { askHouse, callMe } from "../house";
import { pace } from "../settings.svelte";
import type { Choice, GameModule, GameProps, SeatInfo, Step } from "./board";
import { actorOf, turnsOf, type Chronicle, type Turn } from "./chronicle";
import { Connection, type Answer, type Link } from "./connection";
import { Logbook } from "./logbook.svelte";
import { Notices, type Notice } from "./notices.svelte";
import { Playback, type Frame } from "./playback";
import { Replay } from "./replay.svelte";
import { Review } from "./review.svelte";
import { TableTime } from "./tabletime";
import { Truth, type Happened, type View } from "./truth";
import { Underway } from "./underway.svelte";
import { partsOf, seatsOf, textOf, type Called, type Part } from "./words";

// A game's own types end here: the frame hands views and moves through without looking into them.
export type AnyGame = GameModule<any, any>;
export type AnyProps = GameProps<any, any>;

/** What is on the table now, or in a replay: a view, and the step that led to it. */
export interface Scene {
  view: View;
  step: Step<unknown> | null;
  pace: number;
}

/** Advice from a strong bot: where to look first, and then what to do. */
export interface Advice {
  seq: number;
  choices: Weighed[] | null;
  open: boolean;
}

const PLAIN_STEP = 220;
const NOTHING: Choice<Move>[] = [];
const NO_MOVES: Move[] = [];
const NO_SCORES: number[] = [];
/** What is told of people who sit down and rise: the lobby shows it, and in a game nobody needs to read it. */
const OF_THE_LOBBY = ["opened", "sat", "arranged", "host", "closed", "started"];
const SEAT_CLASSES = ["p-red", "p-blue", "p-green", "p-plum", "p-ochre"];

export class Session {
  readonly id: string;
  readonly invite: string | null;

  link = $state<Link>("connecting");
  /** Why the connection has ended, if it has. */
  farewell = $state("");
  house = $state.raw<House | null>(null);
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
  advice = $state.raw<Advice | null>(null);
  highlight = $state.raw<Step<unknown> | null>(null);
  /** What is being done while steps are shown. */
  narration = $state("");
  /** What a screen reader is told. */
  announcement = $state("");
  /** The seat to which the device has to be handed before anything is shown. */
  curtain = $state<number | null>(null);
  skipsCurtain = $state(false);

  readonly #logbook = new Logbook({
    fetch: () => get<Log>(this.path("log", fromSeat(this.replay.seenBy ?? this.#truth.now?.seat ?? null))),
    shown: () => this.#shownPly,
    loaded: () => this.replay.refresh(),
  });
  readonly replay = new Replay(this);
  readonly review = new Review(this);

  // how seats look and what they are called hardly ever changes, while the view from which a game tells it always does
  #look = $derived(JSON.stringify(this.#lookOf(this.scene?.view ?? null)));
  #looks = $derived(JSON.parse(this.#look) as { called: Called; classes: string[] });
  #turns: Turn[] = [];
  /** What the rules call the seats, by seat. */
  called = $derived<Called>(this.#looks.called);
  seats = $derived<SeatInfo[]>(seatsOf(this.table?.seats ?? [], this.connected, this.called));
  #told = $derived(this.now?.choices ?? NOTHING);
  #offered = $derived<Choice<Move>[]>(this.#told.map(({ move, label }) => ({ move, label: this.#named(label) })));
  turns = $derived<Turn[]>((this.#turns = turnsOf(this.chronicle, this.drawing ?? {}, this.#turns)));

  #play = (move: Move): void => void this.play(move);
  #whyNot = (move: Move): void => void this.whyNot(move);
  #truth = new Truth();
  #time = new TableTime();
  #connection: Connection;
  #playback = new Playback(
    () => (document.hidden || this.isReplay ? 0 : pace()),
    () => this.#settle(),
  );
  #housed: Promise<void> = Promise.resolve();
  /** How many moves what is shown has, and how many had been made when something was told. */
  #shownPly = 0;
  #shownSeq = 0;
  #toldPly = 0;
  #unsaid: string[] = [];
  #ending = new AbortController();

  constructor(id: string, invite: string | null) {
    this.id = id;
    this.invite = invite;
    this.#connection = new Connection({
      table: id,
      invite,
      known: () => this.#truth.seq,
      // whether a game hides anything has to be known before anything of it is shown
      hear: (message, at) => void this.#housed.then(() => this.#hear(message, at)),
      changed: (link, why) => {
        if (link !== "connected") this.#time.stand(performance.now());
        this.link = link;
        this.farewell = why;
      },
    });
  }

  start(): void {
    this.#connection.start();
    this.#housed = askHouse().then(
      (house) => void (this.house = house),
      () => {},
    );
    const { signal } = this.#ending;
    addEventListener("online", () => this.#connection.hurry(), { signal });
    document.addEventListener("visibilitychange", () => this.#seen(), { signal });
  }

  stop(): void {
    this.#ending.abort();
    this.#connection.stop();
    this.#playback.clear();
    this.replay.pause();
  }

  #seen(): void {
    if (document.hidden) this.#playback.skip();
    else this.#connection.hurry();
  }

  // ---------------------------------------------------------------- what is known

  get info(): GameInfo | null {
    return this.house?.games.find((game) => game.id === this.table?.game) ?? null;
  }

  /** Whether everybody acts at once: nothing waits for anything, and nothing is taken back or weighed. */
  get isRacing(): boolean {
    return this.info?.racing ?? false;
  }

  /** Milliseconds at the table, now or at the moment one looks at; 0 where time does not matter. */
  time = (): number => this.replay.time() ?? this.#time.at(performance.now());

  /** The move that keeps others from being sent; none does where everybody acts at once. */
  get pending(): Move | null {
    return this.isRacing ? null : (this.underway.moves[0] ?? null);
  }

  /** The moves that have been shown. */
  get chronicle(): Chronicle {
    return this.#logbook.chronicle;
  }

  get phrases(): LevelInfo[] {
    return this.house?.phrases ?? [];
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

  /** Whether there is a seat that a bot would play on. */
  get mayLeave(): boolean {
    return this.table?.stage === "playing" && (this.you?.seats.some((seat) => !this.table?.seats[seat]?.away) ?? false);
  }

  get isOver(): boolean {
    return this.table?.stage === "over" && !this.isBusy;
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
      highlight: this.highlight,
      pace: scene.pace,
      time: this.time,
      play: this.#play,
      whyNot: this.#whyNot,
    };
  }

  seatClass(seat: number): string {
    return this.#looks.classes[seat] ?? plainClass(seat);
  }

  #lookOf(view: View | null): { called: Called; classes: string[] } {
    const seats = (this.table?.seats ?? []).map(({ seat }) => seat);
    if (!view || !this.drawing) return { called: [], classes: seats.map(plainClass) };
    const { called, seatClass } = this.drawing;
    return {
      called: seats.map((seat) => called?.(view, seat) ?? ""),
      classes: seats.map((seat) => seatClass(view, seat)),
    };
  }

  /** A sentence of the rules with names in it. */
  parts(sentence: string): Part[] {
    return partsOf(sentence, this.called, this.seats, this.drawing?.names);
  }

  // ---------------------------------------------------------------- what is heard

  #hear(message: FromServer, at: number): void {
    if (message.type === "welcome" || message.type === "news") this.#hearTime(message.now, at);
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "news":
        this.#follow(message);
        break;
      case "presence":
        this.#meet(message);
        break;
      case "warming":
        this.warming = message.state === "ready" ? null : message;
        break;
    }
  }

  #hearTime({ time, actor }: Now, at: number): void {
    if (time === null) return;
    this.#connection.measure();
    this.#time.hear(time, at, this.#connection.roundTrip);
    if (actor === "over") this.#time.stand(at);
  }

  #meet({ connected, watching, links }: Presence): void {
    // names are drawn in every line of the log: they change only when somebody comes or goes
    if (String(connected) !== String(this.connected)) this.connected = connected;
    this.watching = watching;
    this.links = links;
  }

  #welcome(welcome: Welcome): void {
    const before = this.#truth.seq;
    this.#truth.start(welcome);
    this.#toldPly = welcome.now.ply;
    this.connected = welcome.connected;
    this.watching = welcome.watching;
    this.you = welcome.you;
    this.#playback.clear();
    void this.#loadDrawing(welcome.table.game);
    if (this.#mayPeek(before === 0)) this.curtain = welcome.now.seat;
    this.#settle();
    if (welcome.view !== null) void this.loadLog();
  }

  #follow(news: News): void {
    const heard = this.#truth.follow(news);
    if (heard === "known") return;
    if (heard === "gap") return this.#connection.resync(this.#truth.seq);
    if (heard === "different") return this.#connection.resync(0);
    for (const { event } of heard.happened) this.#tell(event);
    if (heard.jump && this.#mayPeek(true)) {
      this.curtain = news.now.seat;
      void this.loadLog();
      return this.#playback.skip();
    }
    const began = this.live === null && this.#truth.view !== null;
    if (began) void this.loadLog();
    const frames = began ? [] : heard.happened.flatMap((happened) => this.#framesOf(happened));
    if (this.#game()?.racing) return this.#showAtOnce(frames);
    this.isBusy = true;
    this.#playback.add(frames);
  }

  /** In a race nothing waits until something else has been shown; but every step is seen on its own. */
  #showAtOnce(frames: Frame[]): void {
    frames.forEach((frame, index) => {
      frame.show(document.hidden ? 0 : pace());
      if (index < frames.length - 1 && !document.hidden) flushSync();
    });
    this.#settle();
  }

  /** Whether the view that has come is for other eyes than those that look at the screen. */
  #mayPeek(changed: boolean): boolean {
    const several = (this.#truth.you?.seats.length ?? 0) > 1;
    const { now, table } = this.#truth;
    const hides = this.#game()?.hidden ?? false;
    return changed && several && !this.skipsCurtain && table?.stage === "playing" && now !== null && hides;
  }

  /** The game that was heard of, which may not be shown yet. */
  #game(): GameInfo | undefined {
    return this.house?.games.find((game) => game.id === this.#truth.table?.game);
  }

  #framesOf({ event, before, after }: Happened): Frame[] {
    if (event.type === "undone" && after) return [this.#frameOfUndoing(event, after)];
    return event.type === "moved" && before && after ? [this.#frameOfMove(event, before, after)] : [];
  }

  #frameOfUndoing(event: Undone, view: View): Frame {
    const show = () => {
      this.#logbook.cut(event.ply);
      this.#show(event.seq, event.ply, { view, step: null, pace: pace() });
    };
    return { time: 0, show };
  }

  #frameOfMove(event: Moved, before: View, after: View): Frame {
    const { seq, ply, passed, move, sentence } = event;
    const step: Step<unknown> = { seq, ply, passed, actor: actorOf(event.actor), move, sentence };
    const show = (pace: number) => {
      this.#logbook.write(event);
      if (this.#isWorthSaying(step)) this.#narrate(sentence);
      // the passing of time is no step: what was done before it is still the last
      const last = isSilent(step) ? (this.live?.step ?? null) : step;
      this.#show(seq, ply + 1, { view: after, step: last, pace });
    };
    return { time: this.timeOf(step, before, after), show };
  }

  /** What players do is told; in a race of what others do only what matters to all. */
  #isWorthSaying(step: Step<unknown>): boolean {
    if (step.sentence === "" || typeof step.actor !== "number") return false;
    return !this.#game()?.racing || this.#truth.now?.seat === step.actor || !this.isQuiet(step);
  }

  /** Whether a step is only a part of something that is told later. */
  isQuiet = (step: Step<unknown>): boolean => this.drawing?.quiet?.(step) ?? false;

  #narrate(sentence: string): void {
    this.narration = sentence;
    this.#unsaid.push(sentence);
  }

  /** How long a step takes at normal speed. */
  timeOf(step: Step<unknown>, before: View, after: View): number {
    return this.drawing?.duration(step, before, after) ?? PLAIN_STEP;
  }

  #show(seq: number, ply: number, scene: Scene): void {
    this.#shownPly = ply;
    this.#shownSeq = seq;
    this.underway.seen(seq);
    this.live = scene;
  }

  /** Everything that was heard of has been shown. */
  #settle(): void {
    const { view, now, table, seq } = this.#truth;
    this.isBusy = false;
    this.narration = "";
    this.#shownPly = now?.ply ?? 0;
    this.#shownSeq = seq;
    this.underway.seen(seq);
    if (this.curtain !== null && this.live) return;
    this.table = table;
    this.now = now && withKnown(this.now?.choices ?? NOTHING, now);
    this.heardAt = performance.now();
    if (view === null) this.live = null;
    else if (this.live?.view !== view) this.live = { view, step: null, pace: pace() };
    if (this.advice && this.advice.seq !== now?.seq) this.advice = null;
    this.#announce();
  }

  /** What the others did, and what there is to do now. */
  #announce(): void {
    const said = [...this.#unsaid.splice(0), this.now?.prompt ?? ""];
    this.announcement = said.map((sentence) => textOf(this.parts(sentence))).join(" ");
  }

  #tell(event: Event): void {
    if (event.type === "moved" || event.type === "undone") this.#toldPly = event.ply + (event.type === "moved" ? 1 : 0);
    if (event.type === "moved") this.warming = null;
    else if (event.type === "said") this.#remark(event, "said", event.sentence.replace(/^[^:]*/, this.#nameOf(event)));
    else if (event.type === "told" && !OF_THE_LOBBY.includes(event.kind)) this.#remark(event, "told", event.sentence);
    else if (event.type === "undone" && !this.#truth.you?.seats.includes(event.seat))
      this.notices.tell("told", event.sentence, null, event.seat);
  }

  #remark(event: Told | Said, tone: Notice["tone"], text: string): void {
    const { seq, seat } = event;
    this.notices.keep({ key: seq, ply: this.#toldPly, seat, text });
    // a wish to take back stands on the table until it is answered
    if (event.type === "said" || event.kind !== "takeback_asked") this.notices.tell(tone, text, null, seat);
  }

  #nameOf({ seat }: Said): string {
    return this.seats[seat]?.name ?? "";
  }

  async #loadDrawing(game: string): Promise<void> {
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

  // ---------------------------------------------------------------- what one does

  async play(move: Move): Promise<void> {
    if (this.pending !== null || this.isReplay || this.isBusy) return;
    const sent = this.underway.add(move);
    this.advice = null;
    this.notices.dismiss();
    try {
      const done = await this.#send({ type: "play", key: newKey(), seq: this.#truth.seq, move, seat: this.now?.seat });
      if (done.type !== "ok") return;
      sent.seq = done.seq;
      this.underway.seen(this.#shownSeq);
    } catch (problem) {
      this.underway.drop(sent);
      this.#refuse(problem);
    }
  }

  async whyNot(move: Move): Promise<void> {
    if (!this.isSeated || this.isReplay) return;
    await this.#try(async () => {
      const reason = await this.#send({ type: "why", key: newKey(), move, seat: this.now?.seat });
      if (reason.type === "reason" && !reason.legal)
        this.notices.tell("refusal", this.#named(reason.sentence), reason.clause);
    });
  }

  undo(turn: boolean): Promise<boolean> {
    return this.command({ type: "undo", key: newKey(), seq: this.#truth.seq, seat: this.now?.seat, turn });
  }

  takeback(): Promise<boolean> {
    return this.command({ type: "takeback", key: newKey(), seq: this.#truth.seq, seat: this.now?.seat });
  }

  answerTakeback(agree: boolean): Promise<boolean> {
    return this.command({ type: "answer", key: newKey(), seq: this.#truth.seq, agree });
  }

  /** Asks for advice, or for more of it. */
  async askAdvice(): Promise<void> {
    if (this.advice) {
      this.advice = { ...this.advice, open: true };
      return;
    }
    const seq = this.#truth.seq;
    this.advice = { seq, choices: null, open: false };
    const asked = this.advice;
    try {
      const hinted = await this.#send({ type: "hint", key: newKey(), seq, seat: this.now?.seat });
      if (this.advice?.seq === seq && hinted.type === "hinted")
        this.advice = { ...this.advice, choices: hinted.choices };
    } catch (problem) {
      if (this.advice === asked) this.advice = null;
      this.#refuse(problem);
    }
  }

  /** Points at something that could be done, as a log line points at what was done. */
  point(choice: { move: Move; label: string } | null): void {
    const { seq, ply, seat } = this.now!;
    const actor = seat ?? "house";
    this.highlight = choice && { seq, ply, passed: 0, actor, move: choice.move, sentence: choice.label };
  }

  closeAdvice(): void {
    this.advice = null;
    this.highlight = null;
  }

  arrange(seat: number, who: Wanted): Promise<boolean> {
    return this.command({ type: "arrange", key: newKey(), seat, who });
  }

  /** Sends a command whose effect comes as news; says whether it was carried out. */
  command(command: TableCommand): Promise<boolean> {
    return this.#try(() => this.#send(command));
  }

  /** Takes a seat, as somebody new if one is nobody yet. */
  sit(seat: number, name: string): Promise<boolean> {
    return this.#try(async () => {
      if (this.you?.guest === null) {
        await post<Guest>("/api/guests", { name });
        this.#truth.seq = 0;
        this.#connection.renew();
      }
      await this.#send({ type: "sit", key: newKey(), seat });
    });
  }

  /** Another name, also on the seats that one has taken while the game has not begun. */
  rename(name: string): Promise<boolean> {
    return this.#try(async () => {
      const me = await callMe(name);
      const seats = this.table?.stage === "lobby" ? (this.you?.seats ?? []) : [];
      for (const seat of seats)
        await postKeyed(this.path("commands"), { key: newKey(), type: "sit", seat } as { key: string });
      if (this.you) this.you = { ...this.you, name: me.name };
    });
  }

  raiseCurtain(): void {
    this.curtain = null;
    this.live = null;
    this.#settle();
  }

  /** Shows at once what is being shown step by step. */
  skip(): void {
    if (this.isBusy) this.#playback.skip();
  }

  /** An address of this table on the server. */
  path(what: string, query: Record<string, string> = {}): string {
    const all = new URLSearchParams(this.invite ? { ...query, invite: this.invite } : query);
    return `/api/tables/${encodeURIComponent(this.id)}/${what}${all.size ? `?${all}` : ""}`;
  }

  #send(command: TableCommand): Promise<Answer> {
    return this.#connection.send(command);
  }

  async #try(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (problem) {
      this.#refuse(problem);
      return false;
    }
  }

  #refuse(problem: unknown): void {
    const clause = problem instanceof Refused ? problem.clause : null;
    this.notices.tell("refusal", this.#named(problem instanceof Error ? problem.message : String(problem)), clause);
  }

  #named(sentence: string): string {
    return textOf(this.parts(sentence));
  }

  /** Fetches the moves so far, as seen from where one looks. */
  loadLog(): Promise<void> {
    return this.#logbook.load();
  }
}

/** The colour of a seat in a game that nobody has drawn. */
function plainClass(seat: number): string {
  return SEAT_CLASSES[seat % SEAT_CLASSES.length]!;
}

/** What others do leaves most choices as they are: those that are the same need not be drawn anew. */
function withKnown(choices: Now["choices"], now: Now): Now {
  return JSON.stringify(choices) === JSON.stringify(now.choices) ? { ...now, choices } : now;
}

/** Whether a step is only the passing of time, of which there is nothing to tell. */
export function isSilent(step: Step<unknown>): boolean {
  return step.actor === "clock" && step.sentence === "";
}

/** The part of a query that says from where one looks. */
export function fromSeat(seat: number | null): Record<string, string> {
  return seat === null ? {} : { seat: String(seat) };
}
