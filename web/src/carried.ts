/** What the page came with, so that its first sight waits for no answer. */

/** What was put into the page; nothing where something else than the server of the tables served it. */
export function carried<T>(place: string): T | null {
  const text = globalThis.document?.getElementById(place)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}
