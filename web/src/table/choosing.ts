/**
 * Choosing by keys without going there: digits press the choices of a turn, and whenever there is something to decide for
 * somebody who uses keys, the focus is on the first of them, unless it is at work elsewhere. What a game marks with
 * `data-choice` is a choice, else the verbs are. Knows no game.
 */
import { tick } from "svelte";
import { pressedOn } from "./pressed";
import { isVisible, type Drawn } from "./visible";

const MARKED = "main [data-choice]";
const VERBS = "main .verbs button";
const PLACE = "main [aria-label=Board] [role=button][tabindex='0']";
/** Where a focus only waits: nothing that somebody reads, writes or works at. */
const WAITING = "main .verbs, main .side, main [aria-label=Board], main h1";

/** As much of a button as matters here. */
export interface Pressable extends Drawn {
  disabled?: boolean;
  ariaDisabled: string | null;
}

/** What can be pressed now, in order: what is marked as a choice, or every verb where nothing is. */
export function openAmong<B extends Pressable>(marked: B[], verbs: B[]): B[] {
  return (marked.length > 0 ? marked : verbs).filter(
    (button) => !button.disabled && button.ariaDisabled !== "true" && isVisible(button),
  );
}

/** The number of the choice that a key means, from 0; null for other keys. A key that is held means nothing more. */
export function numberOf({ key, repeat }: Pick<KeyboardEvent, "key" | "repeat">): number | null {
  return /^[1-9]$/.test(key) && !repeat ? Number(key) - 1 : null;
}

/** With what somebody last did something. */
export class Habit {
  /** By a key, not by mouse or finger. */
  isByKeys = false;
  /** With the space bar where it presses nothing: whoever hurries on that way may press it once more than needed. */
  isHurrying = false;

  pressed(key: string, isOnButton: boolean): void {
    this.isByKeys = true;
    this.isHurrying = key === " " && !isOnButton;
  }

  pointed(): void {
    this.isByKeys = this.isHurrying = false;
  }

  /** Whether what is to be decided may take the focus to its first choice. */
  wantsFocus(isFree: boolean): boolean {
    return isFree && this.isByKeys && !this.isHurrying;
  }
}

const habit = new Habit();

/** Watches how somebody works, from the first page on: whoever comes to a table by keys goes on by keys. */
export function watchHabit(): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  addEventListener("keydown", ({ key, target }) => habit.pressed(key, isPressable(target)), options);
  addEventListener("pointerdown", () => habit.pointed(), options);
  return () => listening.abort();
}

/** Whether the next press of the space bar may be one too many. */
export function isHurrying(): boolean {
  return habit.isHurrying;
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, input, select, textarea, [role=button]") !== null;
}

function choices(): HTMLButtonElement[] {
  const all = (selector: string) => [...document.querySelectorAll<HTMLButtonElement>(selector)];
  return openAmong(all(MARKED), all(VERBS));
}

/** The first thing to press: a choice, or else the place on the board that keys begin at. */
function first(): HTMLElement | SVGElement | null {
  return choices()[0] ?? document.querySelector<SVGElement>(PLACE);
}

/** Presses the choice that a digit means; whether there was one. */
export function chooseByDigit(event: KeyboardEvent): boolean {
  const number = numberOf(event);
  const wanted = number === null ? undefined : choices()[number];
  if (!wanted) return false;
  // whoever goes on with other keys does so from here
  wanted.focus({ preventScroll: true });
  pressedOn(wanted);
  wanted.click();
  return true;
}

/** Whoever begins with Tab, nothing being focused, begins at the first thing to press; whether there is one. */
export function beginByTab({ key, shiftKey }: KeyboardEvent): boolean {
  const wanted = key === "Tab" && !shiftKey && document.activeElement === document.body ? first() : null;
  wanted?.focus({ preventScroll: true });
  return wanted !== null;
}

/** Something is to be decided: the focus goes to the first thing to press, if it is nowhere else and somebody uses keys. */
export async function goToFirst(): Promise<void> {
  await tick();
  const focused = document.activeElement;
  const isFree = focused === null || focused === document.body || focused.matches(WAITING) || isEmpty(focused);
  if (document.querySelector("dialog[open]") || !habit.wantsFocus(isFree)) return;
  first()?.focus({ preventScroll: true });
}

/** A drawing on which nothing can be pressed any more. */
function isEmpty(focused: Element): boolean {
  return focused instanceof SVGSVGElement && focused.querySelector("[role=button]") === null;
}
