/**
 * What is known of a table: the last welcome, and the news after it, taken strictly in order. Notices gaps, and views that
 * are not the server's. Knows neither how messages travel nor how anything is shown.
 */
import type { Event, Moved, News, Now, TableInfo, Undone, Welcome, You } from "../generated/protocol";
import { sha256 } from "./sha256";

export type View = Record<string, unknown>;

/** An event, and the views before and after it: the same one where it changed nothing, null before the game. */
export interface Happened {
  event: Event;
  before: View | null;
  after: View | null;
}

/** What to do after hearing something: show these events; nothing; or ask for what is missing. */
export type Heard = { happened: Happened[]; jump: boolean } | "known" | "gap" | "different";

export class Truth {
  table: TableInfo | null = null;
  you: You | null = null;
  view: View | null = null;
  now: Now | null = null;
  /** The last event that is known. */
  seq = 0;

  /** Everything anew. Says whether the view is the server's. */
  start(welcome: Welcome): boolean {
    this.table = welcome.table;
    this.you = welcome.you;
    this.view = welcome.view;
    this.now = welcome.now;
    this.seq = welcome.now.seq;
    return this.#holds();
  }

  /** Takes the events that come next, leaves out those that are known, and says if some are missing. */
  follow(news: News): Heard {
    const fresh = news.events.filter((event) => event.seq > this.seq);
    if (fresh.length > 0 && fresh[0]!.seq !== this.seq + 1) return "gap";
    if (news.now.seq < this.seq || (fresh.length === 0 && news.events.length > 0)) return "known";
    const turned = this.now !== null && news.now.seat !== this.now.seat;
    const happened = fresh.map((event) => this.#apply(event));
    if (news.view !== null) this.view = news.view;
    if (news.table !== null) this.table = news.table;
    this.now = news.now;
    this.seq = news.now.seq;
    return this.#holds() ? { happened, jump: turned } : "different";
  }

  #apply(event: Event): Happened {
    const before = this.view;
    if (changes(event) && before !== null) this.view = { ...before, ...event.changes };
    return { event, before, after: this.view };
  }

  #holds(): boolean {
    return this.view === null || this.now === null || this.now.hash === hashOf(this.view);
  }
}

function changes(event: Event): event is Moved | Undone {
  return event.type === "moved" || event.type === "undone";
}

/** Table time in milliseconds, which games with a clock show to everybody as `now`; 0 in others. */
export function tableTimeOf(view: View): number {
  return typeof view.now === "number" ? view.now : 0;
}

/** The hash by which page and server compare views. */
export function hashOf(view: View): string {
  return sha256(new TextEncoder().encode(canonical(view))).slice(0, 16);
}

/** JSON with sorted keys and no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}
