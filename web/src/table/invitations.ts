/** Invitations as words: the address of a table that can be read out. What was looked up once is known from then on. */
import { get } from "../api";
import type { Invitation, TableInfo, You } from "../generated/protocol";

const known = new Map<string, Invitation>();

/** Whether the part of an address that names a table is an invitation. */
export function isInvitation(part: string): boolean {
  return /[^a-z0-9]/i.test(part);
}

/** The table that an invitation leads to. */
export async function invitedTo(words: string): Promise<Invitation> {
  const found = known.get(words) ?? (await get<Invitation>(`/api/invitations/${encodeURIComponent(words)}`));
  known.set(words, found);
  return found;
}

/** The words that lead to a table, for those who know them, as long as they lead there. */
export function wordsOf(table: TableInfo | null, you: You | null, invite: string | null): string | null {
  const words = you?.invite ?? invite;
  const isRunning = table?.stage === "lobby" || table?.stage === "playing";
  if (!table || !isRunning || table.deal !== null || !words || !isInvitation(words) || !words.includes("-"))
    return null;
  known.set(words, { id: table.id, invite: words });
  return words;
}
