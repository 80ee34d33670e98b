/**
 * Following a table: what the server says becomes steps that are shown one after the other, and at last the present
 * moment. The others' turns are shown at the pace that was chosen. Remarks beside the game come from here too. Draws nothing.
 */
import { flushSync } from "svelte";
import type {
  Event,
  FromServer,
  GameInfo,
  Moved,
  News,
  Now,
  Presence,
  Said,
  Told,
  Undone,
  Warming,
  Welcome,
} from "../generated/protocol";
import { pace } from "../settings.svelte";
import { same } from "../same";
import { framesAgain } from "./again";
import { Announcer } from "./announcing";
import type { Actor, Step, Traced } from "./board";
import { actorOf, isTurnOver, seatOnTurn } from "./chronicle";
import { afterPaint, inFreeFrame, takeFrame } from "./motion";
import type { Notice } from "./notices.svelte";
import { timesAt } from "./pace";
import { Playback, type Frame } from "./playback";
import type { Scene, Session } from "./session.svelte";
import { isSilent } from "./steps";
import { TableTime } from "./tabletime";
import { Truth, type Happened, type View } from "./truth";
import type { AnyTrail } from "./trails";

/** What is told of people who sit down, learn and rise: the lobby and the seats show it, and nobody needs to read it. */
const OF_THE_LOBBY = ["opened", "sat", "arranged", "host", "closed", "started", "learned"];

/** What is told once at a table whose bots have no rules to think with. */
const GUESSING = "The bots cannot think about this game here, so they play at random.";

/** A move that has been shown on the board. */
interface Untold {
  event: Moved;
  step: Traced<any, any>;
  /** The seat of somebody else whose turn it belongs to. */
  rival: number | null;
  isLoud: boolean;
  /** Whether the turn is over with it. */
  ends: boolean;
  /** Whether it is looked at for a while. */
  isSeen: boolean;
}

export class Listening {
  readonly truth = new Truth();
  readonly time = new TableTime();
  readonly playback = new Playback(
    () => (document.hidden || this.#session.isReplay ? 0 : pace()),
    () => this.#settleSoon(),
  );
  /** How many moves what is shown has, and the last event in it. */
  shownPly = 0;
  shownSeq = 0;

  #session: Session;
  /** How many moves had been made when something was told. */
  #toldPly = 0;
  /** Whose turn the last move that was heard of belongs to. */
  #onTurn: number | null = null;
  /** When the present moment was heard of, which may not be shown yet. */
  #heardAt = 0;
  #announcer: Announcer;
  #toldOfGuessing = false;
  /** What has been shown on the board and is still to be told beside it, and what calls the next telling off. */
  #untold: Untold[] = [];
  #callOff = (): void => {};
  /** What is to be shown of a race as soon as there is a frame for it, and whether it is about to settle. */
  #ahead: Frame[] = [];
  #isSettling = false;

  constructor(session: Session) {
    this.#session = session;
    this.#announcer = new Announcer(session);
  }

  hear(message: FromServer, at: number): void {
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
        this.#warm(message);
        break;
    }
  }

  #warm(message: Warming): void {
    const isOnTheWay = message.state === "cold" || message.state === "compiling";
    this.#session.warming = isOnTheWay ? message : null;
    if (message.state === "failed" && !this.#toldOfGuessing) this.#session.notices.tell("told", GUESSING);
    this.#toldOfGuessing ||= message.state === "failed";
  }

  #hearTime({ time, actor }: Now, at: number): void {
    if (time === null) return;
    this.#session.connection.measure();
    this.time.hear(time, at, this.#session.connection.roundTrip);
    if (actor === "over") this.time.stand(at);
  }

  #meet({ connected, watching, links }: Presence): void {
    // names are drawn in every line of the log: they change only when somebody comes or goes
    if (String(connected) !== String(this.#session.connected)) this.#session.connected = connected;
    this.#session.watching = watching;
    this.#session.links = links;
  }

  #welcome(welcome: Welcome): void {
    const before = this.truth.seq;
    this.truth.start(welcome);
    this.#toldPly = welcome.now.ply;
    this.#session.connected = welcome.connected;
    this.#session.watching = welcome.watching;
    this.#session.you = welcome.you;
    this.playback.clear();
    this.#ahead = [];
    this.#session.happened.until = null;
    this.#heardAt = performance.now();
    void this.#session.loadDrawing(welcome.table.game);
    if (this.#mayPeek(before === 0)) this.#session.curtain = welcome.now.seat;
    this.settle();
    if (welcome.view !== null) void this.#session.logbook.load();
  }

  #follow(news: News): void {
    const heard = this.truth.follow(news);
    if (heard === "known") return;
    if (heard === "gap") return this.#session.connection.resync(this.truth.seq);
    if (heard === "different") return this.#session.connection.resync(0);
    this.#heardAt = performance.now();
    for (const { event } of heard.happened) this.#remarkOn(event);
    if (heard.jump && this.#mayPeek(true)) {
      this.#session.curtain = news.now.seat;
      void this.#session.logbook.load();
      return this.playback.skipAll();
    }
    const began = this.#session.live === null && this.truth.view !== null;
    if (began) void this.#session.logbook.load();
    const frames = began ? [] : this.#framesOfAll(heard.happened);
    if (this.#game()?.racing) return this.#showAtOnce(frames);
    this.#session.isBusy = true;
    this.#tell();
    this.playback.add(frames);
  }

  /** In a race nothing waits until something else has been shown; but what has a frame already is not joined by more. */
  #showAtOnce(frames: Frame[]): void {
    if (frames.length === 0 && this.#ahead.length === 0) return this.settle();
    this.#ahead.push(...frames);
    if (this.#ahead.length === frames.length || document.hidden) inFreeFrame(() => this.#showAhead());
  }

  /** Every step is seen on its own, and the rest has the next frame. */
  #showAhead(): void {
    const frames = this.#ahead.splice(0);
    frames.forEach((frame, index) => {
      frame.show(document.hidden ? 0 : pace());
      if (index < frames.length - 1 && !document.hidden) flushSync();
    });
    takeFrame();
    if (this.#isSettling) return;
    this.#isSettling = true;
    afterPaint(() => {
      this.#isSettling = false;
      // what has come meanwhile is shown first
      if (this.#ahead.length === 0) this.settle();
    });
  }

  /** Whether the view that has come is for other eyes than those that look at the screen. */
  #mayPeek(changed: boolean): boolean {
    const several = (this.truth.you?.seats.length ?? 0) > 1;
    const { now, table } = this.truth;
    const hides = this.#game()?.hidden ?? false;
    return changed && several && !this.#session.skipsCurtain && table?.stage === "playing" && now !== null && hides;
  }

  /** The game that was heard of, which may not be shown yet. */
  #game(): GameInfo | undefined {
    return this.#session.catalogue?.games.find((game) => game.id === this.truth.table?.game);
  }

  #framesOfAll(happened: Happened[]): Frame[] {
    return happened.flatMap(({ event, before, after }, index) => {
      if (event.type === "undone" && after) return [this.#frameOfUndoing(event, after)];
      if (event.type !== "moved" || !before || !after) return [];
      const next = happened.slice(index + 1).find((later) => later.event.type === "moved")?.event as Moved | undefined;
      return [this.#frameOfMove(event, before, after, actorOf((next ?? this.truth.now)?.actor ?? null))];
    });
  }

  #frameOfUndoing(event: Undone, view: View): Frame {
    const show = () => {
      this.#tell();
      this.#session.logbook.cut(event.ply);
      this.#announcer.cut(event.ply);
      this.#show(event.seq, event.ply, { view, step: null, pace: pace() });
    };
    return { time: 0, show };
  }

  /** `next` is who acts after the move. */
  #frameOfMove(event: Moved, before: View, after: View, next: Actor): Frame {
    const { seq, ply, passed, move, sentence } = event;
    const step: Step<unknown> = { seq, ply, passed, actor: actorOf(event.actor), move, sentence };
    const heads = this.#session.drawing ?? {};
    const seat = (this.#onTurn = seatOnTurn(before, heads, step.actor, this.#onTurn));
    const rival = seat !== null && this.#isRival(seat) ? seat : null;
    const ends = rival !== null && isTurnOver(rival, after, heads, next);
    const isLoud = this.#isWorthSaying(step);
    const own = this.#session.timeOf(step, before, after);
    const times = rival === null ? { time: own } : this.#timesOf(own, isLoud && !this.#session.isQuiet(step), ends);
    const isSudden = rival !== null && times.time === 0;
    const show = (pace: number) => {
      this.#untold.push({
        event,
        step: { ...step, before, after },
        rival,
        isLoud,
        ends,
        isSeen: pace > 0 && !isSudden,
      });
      // the passing of time is no step: what was done before it is still the last
      const last = isSilent(step) ? (this.#session.live?.step ?? null) : step;
      this.#show(seq, ply + 1, { view: after, step: last, pace: isSudden ? 0 : pace });
      this.#tellSoon();
    };
    return { ...times, ends, show, stops: () => ends && this.#stopsAfter(rival!) };
  }

  /** The board first: log, rail, trails and sentence have the next frame. */
  #tellSoon(): void {
    if (this.#untold.length === 1) this.#callOff = afterPaint(() => this.#tell());
  }

  /** Tells what has been shown: log, rail and trails follow from it, what is read out, and the sentence unless another one comes at once. */
  #tell(isNarrated = true): void {
    this.#callOff();
    const untold = this.#untold.splice(0);
    if (untold.length > 0) this.#session.logbook.write(...untold.map(({ event }) => event));
    for (const { event, step, rival, isLoud, ends, isSeen } of untold) {
      if (isLoud && isNarrated) this.#session.narration = event.sentence;
      if (rival !== null) this.#announcer.gather(rival, step);
      else if (isLoud) this.#announcer.tell(event.sentence);
      if (ends) this.#announcer.close();
      if (ends && isSeen) this.#announcer.flush();
    }
  }

  /** Whether somebody else sits there, in a game with turns. */
  #isRival(seat: number): boolean {
    return !this.#game()?.racing && !this.truth.you?.seats.includes(seat);
  }

  /** How long a step of somebody else is to be seen. Nobody is held up while their own clock runs. */
  #timesOf(time: number, isLoud: boolean, ends: boolean): Pick<Frame, "time" | "look"> {
    const { now, you } = this.truth;
    const isTimed = now?.running != null && typeof now.actor === "number" && you?.seats.includes(now.actor);
    return isTimed ? { time } : timesAt(this.#session.pace, { time, isLoud, ends });
  }

  /** Whether the table waits after a turn of somebody else, so that it can be looked at. */
  #stopsAfter(seat: number): boolean {
    const { happened, isReplay, pace } = this.#session;
    if (pace !== "step" || document.hidden || isReplay) return false;
    this.#tell();
    if (happened.lastOf(seat) === null) return false;
    happened.stopped = seat;
    this.#announcer.flush();
    return true;
  }

  /** Goes on after a turn that was looked at. */
  goOn(): void {
    this.#session.happened.stopped = null;
    this.playback.goOn();
  }

  /** Shows a turn once more, and then goes on from where the table was. */
  showAgain(trail: AnyTrail): void {
    const { happened } = this.#session;
    const stopped = happened.stopped;
    happened.stopped = null;
    this.#session.isBusy = true;
    this.playback.insert(
      framesAgain(this.#session, trail, () => {
        happened.stopped = stopped;
        return stopped !== null;
      }),
    );
  }

  /** What players do is told; in a race of what others do only what matters to all. */
  #isWorthSaying(step: Step<unknown>): boolean {
    if (step.sentence === "" || typeof step.actor !== "number") return false;
    return !this.#game()?.racing || this.truth.now?.seat === step.actor || !this.#session.isQuiet(step);
  }

  #show(seq: number, ply: number, scene: Scene): void {
    this.shownPly = ply;
    this.shownSeq = seq;
    this.#session.underway.seen(seq);
    this.#session.live = scene;
  }

  /** What there is to decide has a frame of its own where something has just been shown. */
  #settleSoon(): void {
    if (this.#untold.length === 0) return this.settle();
    this.#callOff();
    this.#callOff = afterPaint(() => {
      this.#tell(false);
      this.#callOff = afterPaint(() => this.settle());
    });
  }

  /** Everything that was heard of has been shown. */
  settle(): void {
    const { view, now, table, seq } = this.truth;
    this.#tell();
    this.#session.isBusy = false;
    this.#session.narration = "";
    this.#session.happened.stopped = null;
    this.#session.happened.until = null;
    this.shownPly = now?.ply ?? 0;
    this.shownSeq = seq;
    this.#session.underway.seen(seq);
    if (this.#session.curtain !== null && this.#session.live) return;
    this.#session.table = table;
    this.#session.now = now && withKnown(this.#session.now?.choices, now);
    this.#session.heardAt = this.#heardAt;
    if (view === null) this.#session.live = null;
    else if (this.#session.live?.view !== view) this.#session.live = { view, step: null, pace: pace() };
    this.#session.advisor.forget(now?.seq);
    this.#announcer.settle();
  }

  #remarkOn(event: Event): void {
    if (event.type === "moved" || event.type === "undone") this.#toldPly = event.ply + (event.type === "moved" ? 1 : 0);
    if (event.type === "moved") this.#session.warming = null;
    else if (event.type === "said" && this.#session.muting.seats.includes(event.seat)) return;
    else if (event.type === "said") this.#remark(event, "said", event.sentence.replace(/^[^:]*/, this.#nameOf(event)));
    else if (event.type === "told" && !OF_THE_LOBBY.includes(event.kind)) this.#remark(event, "told", event.sentence);
    else if (event.type === "undone") this.#tellOfUndoing(event);
  }

  #tellOfUndoing({ seq, ply, seat, sentence }: Undone): void {
    const { notices } = this.#session;
    notices.cut(ply);
    if (this.truth.you?.seats.includes(seat)) return;
    notices.keep({ key: seq, ply, seat, text: sentence });
    notices.tell("told", sentence, null, seat);
  }

  #remark(event: Told | Said, tone: Notice["tone"], text: string): void {
    const { seq, seat } = event;
    this.#session.notices.keep({ key: seq, ply: this.#toldPly, seat, text });
    // a wish to take back stands on the table until it is answered
    if (event.type === "said" || event.kind !== "takeback_asked") this.#session.notices.tell(tone, text, null, seat);
  }

  #nameOf({ seat }: Said): string {
    return this.#session.seats[seat]?.name ?? "";
  }
}

/** What others do leaves most choices as they are: those that are the same need not be drawn anew. */
function withKnown(known: Now["choices"] | undefined, now: Now): Now {
  return known && same(known, now.choices) ? { ...now, choices: known } : now;
}
