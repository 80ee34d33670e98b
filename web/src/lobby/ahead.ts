/**
 * What a click will need, fetched before it: the frame of every table while nothing else is to be done, a game's board when
 * somebody points at it. What does not come is fetched again when it is needed.
 */
import { drawingOf } from "../games";
import { whenIdle } from "../idle";

/** Milliseconds after which it is fetched even where the page is never idle. */
const LATEST = 4000;

function isSparing(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

async function quietly(what: Promise<unknown>): Promise<void> {
  await what.catch(() => {});
}

/** Fetches what every table needs. */
export function fetchTable(): void {
  void quietly(import("../table/Table.svelte"));
}

/** Fetches what a game needs at its table; the more, the surer it is that somebody will play it. */
export function fetchGame(game: string): void {
  void quietly(drawingOf(game));
}

/** Fetches what every table needs as soon as the page has nothing else to do; says how to give it up. */
export function fetchTableLater(): () => void {
  return isSparing() ? () => {} : whenIdle(fetchTable, LATEST);
}
