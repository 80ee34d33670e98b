/** Guests and tables over HTTP: who one is here, lists of tables, opening one. Knows no page. */
import { get, newKey, post, postKeyed, postText } from "./api";
import { showWaiting } from "./badge";
import type { ClockName, Guest, Opened, Tables, Wanted } from "./generated/protocol";

/** Tables to join or watch, and one's own; the app's icon says how many of them wait. */
export async function askTables(): Promise<Tables> {
  const tables = await get<Tables>("/api/tables");
  showWaiting(tables.mine.filter(({ stage, your_turn }) => stage === "playing" && your_turn).length);
  return tables;
}

export const askMe = () => get<Guest>("/api/me");

/** The name by which others see one. A guest comes into being with the first thing that needs one. */
export async function callMe(name: string): Promise<Guest> {
  const me = await askMe();
  return me.id === null ? await post<Guest>("/api/guests", { name }) : await post<Guest>("/api/me", { name });
}

/** Continues as the guest whose link was opened, or whose words were typed: a secret of a link has no hyphenated words. */
export const enter = (secret: string) =>
  post<Guest>(
    "/api/enter",
    /^[a-z]+(?:[^a-z0-9]+[a-z]+){2,}$/i.test(secret.trim()) ? { words: secret } : { token: secret },
  );

/** What a host decides about a table. */
export interface TableSetup {
  game: string;
  seats: Wanted[];
  options: Record<string, unknown>;
  clock: ClockName;
  listed: boolean;
  hints: boolean;
  /** What the table is called; rematches keep it. */
  name?: string;
}

/** Becomes a guest, where one is nobody yet. */
export async function beSomebody(): Promise<void> {
  const me = await askMe();
  if (me.id === null) await post<Guest>("/api/guests", {});
}

/** Opens a table and says where it is; whoever is nobody yet becomes a guest by it. */
export async function openTable(setup: TableSetup): Promise<string> {
  const opened = await postKeyed<Opened>("/api/tables?as=guest", { key: newKey(), ...setup });
  return `/t/${opened.id}`;
}

/** Lays a finished game from elsewhere on a table, to be looked at, and says where it is. */
export async function layRecord(text: string): Promise<string> {
  await beSomebody();
  const opened = await postText<Opened>("/api/records", text);
  return `/t/${opened.id}`;
}

/** A table without anything special: what a game is like when nobody chooses. */
export function plainSetup(game: string, seats: Wanted[]): TableSetup {
  return { game, seats, options: {}, clock: "off", listed: false, hints: true };
}
