/** Who may sit where before the game. */
import { backTo, pathOf } from "../lesson/words";
import { go } from "../router";
import type { SeatInfo } from "../generated/protocol";
import type { Session } from "./session.svelte";

/** Whether whoever looks may take a seat: any free one by invitation, those for anybody at a table that is listed. */
export function mayTake({ you, invite, table }: Session, { kind }: SeatInfo): boolean {
  const isInvited = (you?.invite ?? null) !== null || invite !== null;
  return kind === "open" ? isInvited || (table?.listed ?? false) : kind === "friend" && isInvited;
}

/** Learns the game first; a seat is kept meanwhile, where there is one. */
export async function learnFirst(session: Session, lesson: string, name: string): Promise<void> {
  const { you, table, commands } = session;
  const back = location.pathname + location.search;
  const seat = table?.seats.find((each) => mayTake(session, each));
  const sits = (you?.seats.length ?? 0) > 0 || (seat !== undefined && (await commands.sit(seat.seat, name)));
  if (sits && (await commands.learn(lesson))) go(backTo(pathOf(table!.game, lesson), back));
}
