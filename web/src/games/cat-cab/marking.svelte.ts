/**
 * Dice chosen for a re-roll, before anything is sent. The rules mark dice one by one and in order; people tap them as they
 * like, change their minds, and then re-roll. So the choice stays here until it is sent as the moves it stands for.
 * Dice and buttons are in different parts of the page and share this.
 */
import type { Choice } from "../../table/board";
import { DICE, bits, type Move, type View } from "./reading";
import { isSame } from "../boards/moves";

/** How long new choices may take to arrive after a move was acknowledged, in milliseconds. */
const PATIENCE = 1000;

class Marking {
  /** Numbers of the dice chosen here and not sent yet. */
  chosen = $state.raw<number[]>([]);
  #queue: Move[] = [];
  #sentFrom: Choice<Move>[] | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** All dice that will be re-rolled: those chosen here and those the table knows of. */
  dice(view: View): number[] {
    return [...new Set([...bits(view.marked), ...this.chosen])].sort((one, other) => one - other);
  }

  toggle(die: number): void {
    this.set(die, !this.chosen.includes(die));
  }

  /** Choose a die or let go of it, whatever it was before. */
  set(die: number, isChosen: boolean): void {
    const others = this.chosen.filter((other) => other !== die);
    this.chosen = isChosen ? [...others, die] : others;
  }

  clear(): void {
    this.chosen = [];
    this.#queue = [];
  }

  /** Send the chosen dice and the re-roll, as far as the present choices allow; `follow` sends the rest. */
  reroll(choices: Choice<Move>[], play: (move: Move) => void): void {
    const marks = [...this.chosen]
      .sort((one, other) => one - other)
      .map((die): Move => ({ mark: { die: DICE[die]!.name } }));
    this.#queue = [...marks, { reroll: {} }];
    this.#sentFrom = null;
    this.follow(choices, play);
  }

  /** Called with every new set of choices: sends the next move, or gives up if it is not among them. */
  follow(choices: Choice<Move>[], play: (move: Move) => void): void {
    const next = this.#queue[0];
    clearTimeout(this.#waiting);
    if (!next || !choices.length) return;
    if (choices === this.#sentFrom) {
      // the choices stay the same when a move was refused
      this.#waiting = setTimeout(() => this.#giveUp(), PATIENCE);
      return;
    }
    if (!choices.some((choice) => isSame(choice.move, next))) return this.clear();
    this.#sentFrom = choices;
    this.#queue = this.#queue.slice(1);
    play(next);
  }

  #giveUp(): void {
    this.#queue = [];
  }

  get isSending(): boolean {
    return this.#queue.length > 0;
  }
}

export const marking = new Marking();
