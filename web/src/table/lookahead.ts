/**
 * Looking ahead from what stands beside the board: whoever points at a verb, or comes to it by keys, sees what it would
 * lead to. Verbs are known by the moves they carry (`data-press`), so games need do nothing for it.
 */
import type { Attachment } from "svelte/attachments";
import type { Actor } from "../generated/protocol";
import type { Choice } from "./board";
import { pressOf } from "./pressing";
import type { Session } from "./session.svelte";

/** For the place in which the verbs of a turn stand. */
export function lookingAhead(session: Session): Attachment<HTMLElement> {
  return (place) => {
    const listening = new AbortController();
    const { signal } = listening;
    const look = ({ target }: Event) => session.lookAtVerb(moveOf(target, session.choices));
    const leave = () => session.lookAtVerb(null);
    place.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event), { signal });
    place.addEventListener("pointerleave", leave, { signal });
    place.addEventListener("focusin", (event) => isByKeys(event.target) && look(event), { signal });
    place.addEventListener("focusout", leave, { signal });
    return () => {
      listening.abort();
      leave();
    };
  };
}

/** The move that pressing something plays; null for what plays none now. */
export function moveOf<M>(target: EventTarget | null, choices: Choice<M>[]): M | null {
  const press = target instanceof Element ? target.closest("[data-press]")?.getAttribute("data-press") : null;
  return choices.find(({ move }) => pressOf(move as object) === press)?.move ?? null;
}

function isByKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(":focus-visible");
}

/** What comes after a move that is looked at: "Then luck decides." Nothing where that goes without saying. */
export function afterwards(actor: Actor | null, own: number | null, nameOf: (seat: number) => string): string {
  if (actor === "luck") return "Then luck decides.";
  if (actor === "house") return "Then something hidden is turned up.";
  if (actor === "over") return "Then the game is over.";
  if (typeof actor !== "number") return "";
  return actor === own ? "Then you go on." : `Then it is ${nameOf(actor)}'s turn.`;
}
