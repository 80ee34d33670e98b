/** Who may sit where before the game. */
import type { SeatInfo } from "../generated/protocol";
import type { Session } from "./session.svelte";

/** Whether whoever looks may take a seat: any free one by invitation, those for anybody at a table that is listed. */
export function mayTake({ you, invite, table }: Session, { kind }: SeatInfo): boolean {
  const isInvited = (you?.invite ?? null) !== null || invite !== null;
  return kind === "open" ? isInvited || (table?.listed ?? false) : kind === "friend" && isInvited;
}
