/**
 * Keeps the connection to a table. When it is lost it comes back by itself, later each time and never at the same moment
 * as everybody else; what was sent and not answered is sent again with the same key, so that nothing is lost or done
 * twice. Knows how messages travel, and of what they mean only which of them answer a command.
 */
import { Refused } from "../api";
import type {
  Done,
  Error as ErrorMessage,
  Explained,
  FromServer,
  Hinted,
  Previewed,
  Reason,
  TableCommand,
} from "../generated/protocol";
import { dialSocket, dialStream, type Dial, type Transport } from "./transports";
import { RoundTrips } from "./tabletime";

/** "lost" for a moment, or not reached by any kind of line; "ended" for good. */
export type Link = "connecting" | "connected" | "lost" | "ended";

export type Answer = Done | Hinted | Reason | Previewed | Explained;

/** The server ticks more often than this; a line that is silent for so many milliseconds is dead. */
export const SILENCE = 10_000;
/** How often the round trip is measured, where somebody wants to know it. */
export const PING_EVERY = 2000;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;
/** So often in a row a line may end before anything was heard on it; then the other kind of line is tried. */
const UNHEARD = 2;
/** Reasons to say goodbye after which the server wants to be asked again. */
const PASSING = ["restarting", "too_slow", "slow_down", "storage"];
/** Whoever got no advice may ask again; doing so unasked would keep them waiting without a word. */
const NO_HINT = "no_hint";

interface Waiting {
  command: TableCommand;
  resolve: (answer: Answer) => void;
  reject: (problem: Refused) => void;
}

export interface Options {
  table: string;
  invite: string | null;
  /** The last event that is known; 0 asks for the whole table. */
  known: () => number;
  /** Whether somebody looks at the page. */
  looking?: () => boolean;
  /** `at` is when it came, by performance.now(). */
  hear: (message: FromServer, at: number) => void;
  changed: (link: Link, why: string) => void;
  dials?: Dial[];
  random?: () => number;
}

export class Connection {
  #options: Required<Options>;
  #line: Transport | null = null;
  #link: Link = "connecting";
  #waiting = new Map<string, Waiting>();
  #dial = 0;
  #unheard = 0;
  #failures = 0;
  #pause = FIRST_PAUSE;
  #began = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #resyncing = false;
  #roundTrips = new RoundTrips();
  #pinging: ReturnType<typeof setInterval> | undefined;

  constructor(options: Options) {
    this.#options = { dials: [dialSocket, dialStream], random: Math.random, looking: () => true, ...options };
  }

  start(): void {
    this.#connect();
  }

  stop(): void {
    this.#become("ended", "");
    this.#hangUp();
    clearInterval(this.#pinging);
  }

  /** Milliseconds to the server and back, at best; 0 until it is known. */
  get roundTrip(): number {
    return this.#roundTrips.shortest;
  }

  /** Begins to measure the round trip, and does not stop while there is a connection. */
  measure(): void {
    if (this.#pinging !== undefined) return;
    this.#ping();
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY);
  }

  /** Connects anew at once: as somebody else, or because the network seems to be back. */
  renew(): void {
    if (this.#link === "ended") return;
    this.#hangUp();
    this.#pause = FIRST_PAUSE;
    this.#connect();
  }

  /** Tries now rather than later, if the connection is lost. */
  hurry(): void {
    if (this.#line === null && this.#link !== "ended") this.renew();
  }

  /** Sends a command and waits for its answer, however often the connection is lost; a refusal is thrown. */
  send(command: TableCommand): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#link === "ended") return reject(new Refused(0, "ended", "The connection to this table has ended."));
      this.#waiting.set(command.key, { command, resolve, reject });
      if (this.#link === "connected") this.#line?.send(command);
    });
  }

  /** Asks again for everything after an event, having noticed a gap; once until something comes. */
  resync(since: number): void {
    if (this.#resyncing) return;
    this.#resyncing = true;
    this.#line?.send({ type: "resync", since });
  }

  /** Tells whether somebody looks from now on. A line that was lost says so when it is there again. */
  attend(looking: boolean): void {
    if (this.#link === "connected") this.#line?.send({ type: "look", looking });
  }

  // ---------------------------------------------------------------- the line

  #connect(): void {
    const { table, invite, known, looking, dials } = this.#options;
    const query = new URLSearchParams();
    if (known() > 0) query.set("since", String(known()));
    if (invite) query.set("invite", invite);
    if (!looking()) query.set("away", "1");
    this.#began = Date.now();
    this.#resyncing = false;
    let heard = false;
    const line: Transport = dials[this.#dial]!(`/api/tables/${encodeURIComponent(table)}`, query, {
      heard: (text) => {
        if (this.#line !== line) return;
        const at = performance.now();
        const message = JSON.parse(text) as FromServer;
        // the server is measuring how long this takes
        if (message.type === "probe") line.send({ type: "echo", id: message.id });
        this.#listen();
        if (!heard) this.#arrived();
        heard = true;
        this.#hear(message, at);
      },
      alive: () => this.#line === line && this.#listen(),
      lost: () => this.#line === line && this.#lost(heard),
    });
    this.#line = line;
    this.#listen();
  }

  /** Starts to wait for the next sign of life. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#line?.close(), SILENCE);
  }

  #arrived(): void {
    this.#unheard = this.#failures = 0;
    this.#become("connected", "");
    this.#roundTrips.forget();
    if (this.#pinging !== undefined) this.#ping();
    for (const { command } of this.#waiting.values()) this.#line?.send(command);
  }

  #ping(): void {
    if (this.#link === "connected") this.#line?.send({ type: "ping", at: performance.now() });
  }

  #lost(heard: boolean): void {
    this.#hangUp();
    if (this.#link === "ended") return;
    const { dials } = this.#options;
    if (!heard && ++this.#unheard >= UNHEARD) {
      this.#unheard = 0;
      this.#dial = (this.#dial + 1) % dials.length;
    }
    // somebody who waits for a first word is told that there is none when every kind of line was tried
    const isUnreached = this.#link === "connecting" && ++this.#failures >= UNHEARD * dials.length;
    if (this.#link === "connected" || isUnreached) this.#become("lost", "");
    if (heard && Date.now() - this.#began > LONGEST_PAUSE) this.#pause = FIRST_PAUSE;
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.5 + this.#options.random()));
    this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
  }

  #hangUp(): void {
    const line = this.#line;
    this.#line = null;
    clearTimeout(this.#silence);
    clearTimeout(this.#retry);
    line?.close();
  }

  #become(link: Link, why: string): void {
    this.#link = link;
    this.#options.changed(link, why);
  }

  // ---------------------------------------------------------------- what is heard

  #hear(message: FromServer, at: number): void {
    switch (message.type) {
      case "probe":
        break;
      case "pong":
        this.#roundTrips.add(Math.max(0, at - message.at));
        break;
      case "ok":
      case "hinted":
      case "reason":
      case "previewed":
      case "explained":
        this.#answered(message.key)?.resolve(message);
        break;
      case "error":
        this.#refused(message);
        break;
      case "bye":
        if (PASSING.includes(message.code)) break;
        this.#become("ended", message.sentence);
        this.#hangUp();
        break;
      case "welcome":
      case "news":
        this.#resyncing = false;
        this.#options.hear(message, at);
        break;
      default:
        this.#options.hear(message, at);
    }
  }

  #refused(message: ErrorMessage): void {
    const waiting = message.key === null ? undefined : this.#waiting.get(message.key);
    if (!waiting) return;
    if (message.retry_after !== null && message.code !== NO_HINT) {
      setTimeout(() => this.#sendAgain(waiting), 1000 * message.retry_after);
      return;
    }
    const { code, sentence, clause, key } = message;
    this.#answered(key!)?.reject(new Refused(0, code, sentence, clause));
  }

  #sendAgain(waiting: Waiting): void {
    if (this.#waiting.get(waiting.command.key) === waiting && this.#link === "connected")
      this.#line?.send(waiting.command);
  }

  #answered(key: string): Waiting | undefined {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    return waiting;
  }
}
