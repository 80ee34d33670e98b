/** From the page of the end to a moment of the game. What had the focus goes away with the page: the replay gets it. */
import { tick } from "svelte";
import type { Session } from "../session.svelte";

export async function lookAt(session: Session, ply: number): Promise<void> {
  session.replay.goTo(ply);
  await tick();
  document.querySelector<HTMLElement>("[role=group][aria-label=Replay] .pri")?.focus();
}
