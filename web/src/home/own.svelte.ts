/** One's own tables: those that run, and the newest of those that are over. The page at / comes with them. */
import { get, post } from "../api";
import { carried } from "../carried";
import type { OwnGames } from "../generated/protocol";

let told = $state.raw<OwnGames | null>(carried<OwnGames>("home"));

/** One's tables as far as they are known; null before anybody has asked. */
export function ownGames(): OwnGames | null {
  return told;
}

export async function askOwnGames(): Promise<OwnGames> {
  return (told = await get<OwnGames>("/api/me/games"));
}

/** Finished games of one game, or with somebody; those after the ones that are known. */
export function askFinished(choice: { game: string; find: string; after: string | null }): Promise<OwnGames> {
  const { game, find, after } = choice;
  const query = new URLSearchParams({ ...(game && { game }), ...(find && { find }), ...(after && { after }) });
  return get<OwnGames>(`/api/me/games?${query}`);
}

/** A table that was left is not shown any more until something happens there. */
export async function putAway(id: string): Promise<void> {
  told = await post<OwnGames>(`/api/me/games/${encodeURIComponent(id)}/clear`, {});
}

/** Whether somebody comes back: somebody who has sat at no table yet sees the games first. Raises where nobody answers. */
export async function hasBeenHere(): Promise<boolean> {
  const known = told && (isFresh || hasAny(told)) ? told : await askOwnGames();
  isFresh = false;
  return hasAny(known);
}

/** What the page came with is as new as can be; later somebody may have sat down for the first time, or be another guest. */
let isFresh = told !== null;

function hasAny({ running, total }: OwnGames): boolean {
  return running.length + total > 0;
}
