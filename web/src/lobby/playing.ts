/** From a game to a table, with the company that was chosen last. */
import { hasStart } from "../games/starts";
import type { GameInfo } from "../generated/protocol";
import { openTable, plainSetup } from "../guests";
import { settings } from "../settings.svelte";
import { fetchGame, fetchTable } from "./ahead";
import { companion, companyFor, levelFor, seated, usualPlayers, wanted } from "./plan";

/** Where somebody goes who wants to play a game: to a new table, or to what has to be chosen first. */
export async function wayToPlay(game: GameInfo): Promise<string> {
  const company = companyFor(game, settings.company);
  // people who share a device are asked for their names first
  if (company === "device") return `/new/${game.id}`;
  if (company === "bot" && hasStart(game.id)) return `/start/${game.id}`;
  // the table is on its way while the server lays it
  fetchTable();
  fetchGame(game.id);
  const sitters = seated(usualPlayers(game), [], companion(company, levelFor(game, settings.level)));
  const seats = sitters.map((sitter) => wanted(sitter));
  return await openTable(plainSetup(game.id, seats));
}
