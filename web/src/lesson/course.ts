/**
 * The way through a lesson: where the learner is, and what a table would say there. A right move leads on, any other legal
 * one gets an answer and changes nothing. Knows neither the page nor the network.
 */
import type {
  LessonChapter,
  LessonDocument,
  LessonLine,
  LessonMoment,
  LessonStep,
  Log,
  LogEntry,
  Move,
  Moved,
  News,
  Now,
  Sight,
  TableInfo,
  Welcome,
} from "../generated/protocol";
import { PROTOCOL } from "../generated/protocol";
import { same } from "../same";
import type { View } from "../table/truth";
import { tableOnPaper } from "../table/onpaper";

/** A place in a lesson; the step after the last is the end of the chapter. */
export interface Place {
  chapter: number;
  step: number;
}

/** What a move leads to: on, or to an answer; null for one that is not legal. */
export type Outcome = { news: News } | { say: string } | null;

export class Course {
  readonly lesson: LessonDocument;
  /** Whether everybody acts at once in the game. */
  readonly #racing: boolean;
  #place: Place = { chapter: 0, step: 0 };
  #view: View = {};
  #now!: LessonMoment;
  #log: LogEntry[] = [];
  #seq = 0;
  /** Where the learner is after an event of this number. */
  #places = new Map<number, Place>();

  constructor(lesson: LessonDocument, racing: boolean, place: Place = { chapter: 0, step: 0 }) {
    this.lesson = lesson;
    this.#racing = racing;
    this.goTo(place);
  }

  get place(): Place {
    return this.#place;
  }

  /** Where the learner was, or is, when this was the last event. */
  placeAt(seq: number): Place | null {
    return this.#places.get(seq) ?? null;
  }

  chapter({ chapter }: Place = this.#place): LessonChapter {
    return this.lesson.chapters[chapter]!;
  }

  /** The step at a place; null at the end of a chapter. */
  step(place: Place = this.#place): LessonStep | null {
    return this.chapter(place).steps[place.step] ?? null;
  }

  /** The step that is spoken of at a place: one that belongs to a gesture is told with what began it. */
  spoken(place: Place = this.#place): Place {
    let { step } = place;
    while (step > 0 && this.step({ ...place, step })?.say === "") step--;
    return { ...place, step };
  }

  /** The moves of the gesture that is asked for at a place, those first that are shown. */
  gesture(place: Place = this.#place): Move[] {
    const moves: Move[] = [];
    for (let step = place.step; ; step++) {
      const found = this.step({ ...place, step });
      if (!found || (step > place.step && found.say !== "")) return moves;
      moves.push(found.lines[0]!.move);
    }
  }

  /** The step before a place, in this chapter or the one before it; null at the very beginning. */
  before(place: Place = this.#place): Place | null {
    const spoken = this.spoken(place);
    if (spoken.step > 0) return this.spoken({ ...place, step: spoken.step - 1 });
    if (place.chapter === 0) return null;
    const chapter = place.chapter - 1;
    return this.spoken({ chapter, step: this.lesson.chapters[chapter]!.steps.length - 1 });
  }

  /** The chapter after a place, from its first step; null after the last. */
  after({ chapter }: Place = this.#place): Place | null {
    return chapter + 1 < this.lesson.chapters.length ? { chapter: chapter + 1, step: 0 } : null;
  }

  /** Goes to a step: the steps before it in the chapter are made as they are shown. */
  goTo(place: Place): void {
    const chapter = Math.min(Math.max(0, place.chapter), this.lesson.chapters.length - 1);
    const { view, now, steps } = this.lesson.chapters[chapter]!;
    const step = Math.min(Math.max(0, place.step), steps.length - 1);
    this.#view = view;
    this.#now = now;
    this.#log = [];
    for (const { lines } of steps.slice(0, step)) this.#take(lines[0]!);
    this.#place = { chapter, step };
    this.#places.set(++this.#seq, this.#place);
  }

  /** What a move leads to. A right one has been made when this returns. */
  play(move: Move): Outcome {
    const step = this.step();
    const line = step?.lines.find((each) => same(each.move, move));
    if (line) return { news: this.#goOn(line) };
    if (!this.#now.choices.some((choice) => same(choice.move, move))) return null;
    const answer = step?.wrong.find(({ moves }) => moves.some((each) => same(each, move)));
    return { say: answer?.say ?? step?.otherwise ?? "This chapter is over. Go on with the next one." };
  }

  #goOn(line: LessonLine): News {
    const events = line.happened.map((entry): Moved => {
      const { ply, actor, move, sentence, changes } = entry;
      return { type: "moved", seq: ++this.#seq, at: Date.now(), ply, passed: 0, actor, move, sentence, changes };
    });
    this.#take(line);
    this.#place = { ...this.#place, step: this.#place.step + 1 };
    this.#places.set(this.#seq, this.#place);
    return { type: "news", events, now: this.#present(), table: null, view: null };
  }

  #take(line: LessonLine): void {
    this.#log = [...this.#log, ...line.happened];
    this.#view = line.happened.reduce((view, { changes }) => ({ ...view, ...changes }), this.#view);
    this.#now = line.now;
  }

  // ---------------------------------------------------------------- what a table would say

  /** Everything as it is now. */
  welcome(): Welcome {
    const { seats, seat } = this.lesson;
    return {
      type: "welcome",
      protocol: PROTOCOL,
      table: this.#table(),
      you: { guest: "learner", name: seats[seat]!.name, seats: [seat], host: false, invite: null },
      connected: seats.map(() => true),
      watching: 0,
      view: this.#view,
      now: this.#present(),
    };
  }

  log(): Log {
    return { seat: this.lesson.seat, start: this.chapter().view, lines: this.#log };
  }

  sight(): Sight {
    const { picture, prompt, scores } = this.#now;
    const ply = this.#log.length;
    return { ply, plies: ply, view: this.#view, picture, prompt, scores };
  }

  #table(): TableInfo {
    const { game, players, options, seats } = this.lesson;
    return tableOnPaper({ id: "lesson", game, rules: "", players, options, seats });
  }

  #present(): Now {
    const { actor, prompt, choices, scores, outcome, hash } = this.#now;
    const isOpen = this.step() !== null;
    return {
      seq: this.#seq,
      ply: this.#log.length,
      seat: this.lesson.seat,
      actor,
      prompt,
      choices: isOpen ? choices : [],
      scores,
      parts: [],
      undo: false,
      takeback: null,
      running: null,
      time: this.#racing && typeof this.#view.now === "number" ? this.#view.now : null,
      outcome,
      hash,
    };
  }
}
