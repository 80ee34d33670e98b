/** Keys and touches that the frame understands, whatever game is played. */
import { choose, settings } from "../settings.svelte";
import { beginByTab, chooseByDigit } from "./choosing";
import type { Session } from "./session.svelte";

/** While steps are shown, a touch of the board means: yes, yes. */
export const skipping =
  (session: Session) =>
  (node: HTMLElement): (() => void) => {
    const listening = new AbortController();
    const skip = (event: Event) => {
      // a turn that is looked at is gone on from with its own button: the board is there to be looked at
      if (!session.isBusy || session.pending !== null || session.happened.stopped !== null) return;
      event.stopPropagation();
      session.skip();
    };
    node.addEventListener("click", skip, { capture: true, signal: listening.signal });
    return () => listening.abort();
  };

/** What to do when a key is pressed anywhere on the page. */
export function shortcuts(session: Session, onopen: (what: "keys") => void): (event: KeyboardEvent) => void {
  const KEYS: Record<string, () => void> = {
    "?": () => onopen("keys"),
    "[": () => session.replay.stepByTurn(-1),
    "]": () => session.replay.stepByTurn(1),
    m: () => choose({ sound: !settings.sound }),
    r: () => session.again(),
    u: () => undo(false),
    U: () => undo(true),
    h: () => {
      if (session.table?.hints && !session.isRacing && session.choices.length > 1) void session.advisor.ask();
    },
    Escape: () => {
      if (session.isReplay) session.replay.toPresent();
      else if (session.isBusy) session.skip();
      else if (session.advisor.advice) session.advisor.close();
      else session.notices.dismiss();
    },
  };

  function undo(isWholeTurn: boolean): void {
    if (session.now?.undo && !session.isReplay && !session.isBusy) void session.commands.undo(isWholeTurn);
  }

  return (event) => {
    if (event.key === " " && isForSkipping(session, event)) {
      event.preventDefault();
      return session.skip();
    }
    const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (typing || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const act = KEYS[event.key];
    if (!act && !chooseByDigit(event) && !beginByTab(event)) return;
    event.preventDefault();
    act?.();
  };
}

/** Whether the space bar means "yes, yes": while turns are shown, unless something is focused that it presses. */
function isForSkipping(session: Session, { target, defaultPrevented }: KeyboardEvent): boolean {
  if (!session.isBusy || session.pending !== null || defaultPrevented || document.querySelector("dialog[open]"))
    return false;
  return !(target instanceof Element && target.closest("button, a, input, select, textarea, [role=button]"));
}
