/**
 * A lesson being played: the session of its table, the step that is spoken of, what was tried instead, and being shown.
 * Draws nothing.
 */
import type { LessonDocument, Move } from "../generated/protocol";
import { same } from "../same";
import { Session } from "../table/session.svelte";
import { Course, type Place } from "./course";
import { lineTo } from "./dial";
import { finish, remember } from "./progress.svelte";

export class Tutoring {
  readonly course: Course;
  readonly session: Session;
  /** What was last tried in place of what is asked for, and how often that was at this step. */
  tried = $state.raw<Move | null>(null);
  misses = $state(0);
  #isShowing = $state(false);
  #tell: () => void;

  constructor(lesson: LessonDocument, racing: boolean, place: Place) {
    this.course = new Course(lesson, racing, place);
    const { dial, tell } = lineTo(this.course, (move) => this.#missed(move));
    this.#tell = tell;
    this.session = new Session("lesson", null, { dials: [dial], ask: (what) => this.#answer(what) });
  }

  /** Where the learner is in what is shown; steps that are still being shown do not count. */
  place = $derived.by((): Place | null => {
    const seq = this.session.now?.seq;
    return seq === undefined ? null : this.course.placeAt(seq);
  });
  /** The step that is spoken of; null at the end of a chapter. */
  step = $derived.by(() => this.place && this.course.step(this.course.spoken(this.place)));
  isChapterOver = $derived(this.place !== null && this.step === null);
  /** The moves that are asked for, in one gesture. */
  gesture = $derived.by(() => (this.place && !this.session.isBusy ? this.course.gesture(this.place) : []));
  /** What was said to a move that was not asked for, or that is not possible. */
  answer = $derived.by(() => {
    const notice = this.session.notices.current;
    return notice?.tone === "refusal" && this.tried !== null ? notice : null;
  });

  async #answer(what: string): Promise<unknown> {
    return what === "log" ? this.course.log() : this.course.sight();
  }

  #missed(move: Move): void {
    this.tried = move;
    this.misses++;
  }

  /** A step has begun: it is kept, and what was tried before it is forgotten. */
  arrived(place: Place): void {
    this.tried = null;
    this.misses = 0;
    this.session.notices.dismiss();
    const { game, id } = this.course.lesson;
    const next = this.course.step(place) ? this.course.spoken(place) : this.course.after(place);
    if (next) remember(game, id, next);
  }

  goTo(place: Place): void {
    this.#isShowing = false;
    this.course.goTo(place);
    this.#tell();
  }

  back(): void {
    const before = this.place && this.course.before(this.place);
    if (before) this.goTo(before);
  }

  /** On to the next chapter; says whether there was one. */
  goOn(): boolean {
    const next = this.place && this.course.after(this.place);
    if (next) this.goTo(next);
    else finish(this.course.lesson.game, this.course.lesson.id, this.course.lesson.chapters.length);
    return next !== null;
  }

  /** Makes the moves of the step that is asked for, in the learner's place. */
  showMe(): void {
    this.#isShowing = true;
    this.follow();
  }

  /** Called when something can be done: the next move of a gesture that is being shown is made. */
  follow(): void {
    const { session, course } = this;
    const [next] = this.gesture;
    if (!this.#isShowing || !next || !session.isMyTurn || session.pending) return;
    if (!session.choices.some(({ move }) => same(move, next))) return;
    const rest = course.gesture(this.place!).length - 1;
    this.#isShowing = rest > 0;
    void session.commands.play(next);
  }
}
