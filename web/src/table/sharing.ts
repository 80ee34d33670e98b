/** Handing links to others: addresses, the clipboard, the device's own way of sharing. */
import type { TableInfo, You } from "../generated/protocol";
import { wordsOf } from "./invitations";

/** The link by which others come to a table: to sit down if there is a free seat, to watch otherwise. */
export function invitation(table: TableInfo, you: You | null, invite: string | null, origin = location.origin): string {
  const words = wordsOf(table, you, invite);
  if (words) return `${origin}/t/${words}`;
  const secret = you?.invite ?? invite;
  const query = secret ? `?${new URLSearchParams({ invite: secret })}` : "";
  return `${origin}/t/${encodeURIComponent(table.id)}${query}`;
}

/** The link to a moment of a game. */
export function linkToMoment(id: string, invite: string | null, ply: number): string {
  const query = new URLSearchParams({ ...(invite ? { invite } : {}), ply: String(ply) });
  return `/t/${encodeURIComponent(id)}?${query}`;
}

/** Copies a text; says whether that worked. Pages that came unencrypted have only the old way. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

function copyBySelecting(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "vh";
  const place = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  place.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

export function canShare(): boolean {
  return "share" in navigator;
}

/** Opens the device's own way of sharing; whoever changes their mind there is not told about it. */
export async function share(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {});
}
