/**
 * Following a table: what the server says becomes steps that are shown one after the other, and at last the present
 * moment. Sentences that are to be read aloud and remarks beside the game come from here too. Draws nothing.
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
import type { Step } from "./board";
import { actorOf } from "./chronicle";
import type { Notice } from "./notices.svelte";
import { Playback, type Frame } from "./playback";
import type { Scene, Session } from "./session.svelte";
import { isSilent } from "./steps";
import { TableTime } from "./tabletime";
import { Truth, type Happened, type View } from "./truth";

/** What is told of people who sit down and rise: the lobby shows it, and in a game nobody needs to read it. */
const OF_THE_LOBBY = ["opened", "sat", "arranged", "host", "closed", "started"];

/** What is told once at a table whose bots have no rules to think with. */
const GUESSING = "The bots cannot think about this game here, so they play at random.";

export class Listening {
  readonly truth = new Truth();
  readonly time = new TableTime();
  readonly playback = new Playback(
    () => (document.hidden || this.#session.isReplay ? 0 : pace()),
    () => this.settle(),
  );
  /** How many moves what is shown has, and the last event in it. */
  shownPly = 0;
  shownSeq = 0;

  #session: Session;
  /** How many moves had been made when something was told. */
  #toldPly = 0;
  #unsaid: string[] = [];
  #toldOfGuessing = false;

  constructor(session: Session) {
    this.#session = session;
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
    for (const { event } of heard.happened) this.#tell(event);
    if (heard.jump && this.#mayPeek(true)) {
      this.#session.curtain = news.now.seat;
      void this.#session.logbook.load();
      return this.playback.skip();
    }
    const began = this.#session.live === null && this.truth.view !== null;
    if (began) void this.#session.logbook.load();
    const frames = began ? [] : heard.happened.flatMap((happened) => this.#framesOf(happened));
    if (this.#game()?.racing) return this.#showAtOnce(frames);
    this.#session.isBusy = true;
    this.playback.add(frames);
  }

  /** In a race nothing waits until something else has been shown; but every step is seen on its own. */
  #showAtOnce(frames: Frame[]): void {
    frames.forEach((frame, index) => {
      frame.show(document.hidden ? 0 : pace());
      if (index < frames.length - 1 && !document.hidden) flushSync();
    });
    this.settle();
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

  #framesOf({ event, before, after }: Happened): Frame[] {
    if (event.type === "undone" && after) return [this.#frameOfUndoing(event, after)];
    return event.type === "moved" && before && after ? [this.#frameOfMove(event, before, after)] : [];
  }

  #frameOfUndoing(event: Undone, view: View): Frame {
    const show = () => {
      this.#session.logbook.cut(event.ply);
      this.#show(event.seq, event.ply, { view, step: null, pace: pace() });
    };
    return { time: 0, show };
  }

  #frameOfMove(event: Moved, before: View, after: View): Frame {
    const { seq, ply, passed, move, sentence } = event;
    const step: Step<unknown> = { seq, ply, passed, actor: actorOf(event.actor), move, sentence };
    const show = (pace: number) => {
      this.#session.logbook.write(event);
      if (this.#isWorthSaying(step)) this.#narrate(sentence);
      // the passing of time is no step: what was done before it is still the last
      const last = isSilent(step) ? (this.#session.live?.step ?? null) : step;
      this.#show(seq, ply + 1, { view: after, step: last, pace });
    };
    return { time: this.#session.timeOf(step, before, after), show };
  }

  /** What players do is told; in a race of what others do only what matters to all. */
  #isWorthSaying(step: Step<unknown>): boolean {
    if (step.sentence === "" || typeof step.actor !== "number") return false;
    return !this.#game()?.racing || this.truth.now?.seat === step.actor || !this.#session.isQuiet(step);
  }

  #narrate(sentence: string): void {
    this.#session.narration = sentence;
    this.#unsaid.push(sentence);
  }

  #show(seq: number, ply: number, scene: Scene): void {
    this.shownPly = ply;
    this.shownSeq = seq;
    this.#session.underway.seen(seq);
    this.#session.live = scene;
  }

  /** Everything that was heard of has been shown. */
  settle(): void {
    const { view, now, table, seq } = this.truth;
    this.#session.isBusy = false;
    this.#session.narration = "";
    this.shownPly = now?.ply ?? 0;
    this.shownSeq = seq;
    this.#session.underway.seen(seq);
    if (this.#session.curtain !== null && this.#session.live) return;
    this.#session.table = table;
    this.#session.now = now && withKnown(this.#session.now?.choices, now);
    this.#session.heardAt = performance.now();
    if (view === null) this.#session.live = null;
    else if (this.#session.live?.view !== view) this.#session.live = { view, step: null, pace: pace() };
    this.#session.advisor.forget(now?.seq);
    this.#announce();
  }

  /** What the others did, and what there is to do now. */
  #announce(): void {
    const said = [...this.#unsaid.splice(0), this.#session.now?.prompt ?? ""];
    this.#session.announcement = said.map((sentence) => this.#session.looks.named(sentence)).join(" ");
  }

  #tell(event: Event): void {
    if (event.type === "moved" || event.type === "undone") this.#toldPly = event.ply + (event.type === "moved" ? 1 : 0);
    if (event.type === "moved") this.#session.warming = null;
    else if (event.type === "said") this.#remark(event, "said", event.sentence.replace(/^[^:]*/, this.#nameOf(event)));
    else if (event.type === "told" && !OF_THE_LOBBY.includes(event.kind)) this.#remark(event, "told", event.sentence);
    else if (event.type === "undone" && !this.truth.you?.seats.includes(event.seat))
      this.#session.notices.tell("told", event.sentence, null, event.seat);
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
