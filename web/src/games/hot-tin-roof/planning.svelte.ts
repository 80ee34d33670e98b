/**
 * The walk that is being planned: which cat, and where to. Both the board and the action bar look at it. A plan is walked
 * step by step: each step is sent when the choices that follow the one before it have arrived.
 */
import type { Choice } from "../../table/board";
import { isSameCat, isWalking, partnerOf, roofOf, type Cat, type Move, type View } from "./reading";
import { planTo, planToMeet, priced, type RoutePlan, type Walk } from "./routes";
import { isSame } from "../boards/moves";
import { stepOf, type Place } from "./targets";

/** How long new choices may take to arrive after a step was acknowledged, in milliseconds. */
const PATIENCE = 1000;

/** A rooftop, or wherever the pair meets for the fewest cans. */
export type Goal = number | "meeting";

export class Planning {
  cat = $state.raw<Cat | null>(null);
  goal = $state.raw<Goal | null>(null);
  /** The place that a choice beside the board speaks of while it is pointed at. */
  pointed = $state.raw<Place | null>(null);
  /** The deluxe catwalk rather than a regular one is in the hand. */
  deluxe = $state(false);
  #queue = $state.raw<{ cat: Cat; move: Move; way: Walk["ways"][number] }[]>([]);
  #sentFrom: Choice<Move>[] | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** The plan as it stands: what is still to be walked, or what would be. */
  plan(view: View): RoutePlan | null {
    if (this.#queue.length) return this.#rest(view);
    if (!this.cat || this.goal === null || roofOf(view, this.cat) < 0) return null;
    return this.goal === "meeting" ? planToMeet(view, this.cat) : planTo(view, this.cat, this.goal);
  }

  /** Take a cat in hand, with the cheapest way to its partner if there is one. */
  take(view: View, cat: Cat): void {
    this.cat = cat;
    this.goal = planToMeet(view, cat)?.payable ? "meeting" : null;
  }

  aim(cat: Cat, goal: Goal): void {
    this.cat = cat;
    this.goal = goal;
  }

  clear(): void {
    this.cat = null;
    this.goal = null;
    this.#queue = [];
    this.#sentFrom = null;
  }

  /** Whether a cat, or with a meeting in mind its partner, is the one in hand. */
  holds(cat: Cat): boolean {
    return isSameCat(this.cat, cat) || (this.goal === "meeting" && isSameCat(this.cat, partnerOf(cat)));
  }

  /** Set out: the steps of the plan are sent one after the other; `follow` sends those to come. */
  walk(view: View, choices: Choice<Move>[], play: (move: Move) => void, whyNot: (move: Move) => void): void {
    const plan = this.plan(view);
    if (!plan || this.isWalking) return;
    this.#queue = plan.walks.flatMap(({ cat, ways }) => ways.map((way) => ({ cat, way, move: stepOf(cat, way) })));
    this.#sentFrom = null;
    this.follow(view, choices, play, whyNot);
  }

  /** Called with every new set of choices: sends the next step, or gives up if it is not among them. */
  follow(view: View, choices: Choice<Move>[], play: (move: Move) => void, whyNot: (move: Move) => void): void {
    const next = this.#queue[0];
    clearTimeout(this.#waiting);
    if (!next || !choices.length) return;
    if (choices === this.#sentFrom) {
      // the choices stay the same when a step was refused
      this.#waiting = setTimeout(() => this.clear(), PATIENCE);
      return;
    }
    if (!isWalking(view)) return this.clear();
    if (!choices.some((choice) => isSame(choice.move, next.move))) {
      this.clear();
      whyNot(next.move);
      return;
    }
    this.#sentFrom = choices;
    this.#queue = this.#queue.slice(1);
    if (!this.#queue.length) this.clear();
    play(next.move);
  }

  get isWalking(): boolean {
    return this.#queue.length > 0;
  }

  #rest(view: View): RoutePlan {
    const walks: Walk[] = [];
    for (const { cat, way } of this.#queue) {
      const last = walks.find((walk) => isSameCat(walk.cat, cat));
      if (last) last.ways.push(way);
      else walks.push({ cat, ways: [way] });
    }
    return priced(view, walks, this.#queue.at(-1)!.way.to, this.goal === "meeting");
  }
}

/** The plan of the table in this page. */
export const planning = new Planning();
