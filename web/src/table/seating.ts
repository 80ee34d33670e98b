/** Who may sit where before the game. */
import { levelOf } from "../art/levels";
import { backTo, pathOf } from "../lesson/words";
import { go } from "../router";
import type { SeatInfo } from "../generated/protocol";
import type { Session } from "./session.svelte";

/** Whether whoever looks may take a seat: any free one by invitation, those for anybody at a table that is listed. */
export function mayTake({ you, invite, table }: Session, { kind }: SeatInfo): boolean {
  const isInvited = (you?.invite ?? null) !== null || invite !== null;
  return kind === "open" ? isInvited || (table?.listed ?? false) : kind === "friend" && isInvited;
}

/** What stands below the name of whoever sits on a seat before the game. */
export function noteOn({ seat, kind, level, learning }: SeatInfo, host: number | null): string {
  if (learning) return `learns, ${learning.chapter} of ${learning.of}`;
  if (kind === "bot") return `bot, ${levelOf(level ?? "").name.toLowerCase()}`;
  return seat === host ? "host" : kind === "automaton" ? "plays by the rules" : "is here";
}

/** Learns the game first; a seat is kept meanwhile, where there is one. */
export async function learnFirst(session: Session, lesson: string, name: string, face?: string): Promise<void> {
  const { you, table, commands } = session;
  const back = location.pathname + location.search;
  const seat = table?.seats.find((each) => mayTake(session, each));
  const sits = (you?.seats.length ?? 0) > 0 || (seat !== undefined && (await commands.sit(seat.seat, name, face)));
  if (sits && (await commands.learn(lesson))) go(backTo(pathOf(table!.game, lesson), back));
}
