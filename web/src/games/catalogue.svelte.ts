/**
 * The games of this server, as it tells of them. The page comes with the answer in it, so that nothing waits for it; it
 * is asked for again where something may have changed, such as whether the bots are awake. Knows no game by name.
 */
import { get } from "../api";
import { carried } from "../carried";
import type { GameInfo, Catalogue } from "../generated/protocol";

let told = $state.raw<Catalogue | null>(carried<Catalogue>("catalogue"));

/** What this server offers; null before it is known. */
export function catalogue(): Catalogue | null {
  return told;
}

export async function askCatalogue(): Promise<Catalogue> {
  return (told = await get<Catalogue>("/api/games"));
}

/** What the server says of a game; null where it does not have it, and before it is known. */
export function gameOf(id: string): GameInfo | null {
  return told?.games.find((game) => game.id === id) ?? null;
}

/** What a game is called; one that is not here is called by its id. */
export function nameOf(id: string): string {
  return gameOf(id)?.name ?? id;
}
