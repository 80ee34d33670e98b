/** Who one is here, asked once and known to every part of the page; and one's settings, which are the same on all devices. */
import { get, post, remove } from "./api";
import { carried } from "./carried";
import type { Devices, Guest, Handover, PageSettings } from "./generated/protocol";
import { askMe, enter } from "./guests";
import { choose, onChosen, settings, type Settings } from "./settings.svelte";

const NOBODY: Guest = { id: null, name: "", face: "" };
const KEEP_AFTER = 1500;
/** What belongs to a device and not to whoever uses it. */
const OF_THE_DEVICE: (keyof Settings)[] = ["noticesAsked"];

let known = $state.raw<Guest | null>(carried<Guest>("me"));
let asking: Promise<Guest> | null = null;

/** Who one is, as far as it is known by now. */
export function me(): Guest {
  if (known === null && asking === null) void look().catch(() => {});
  return known ?? NOBODY;
}

/** Who one is, asked again. */
export function look(): Promise<Guest> {
  asking = askMe().finally(() => (asking = null));
  return asking.then((guest) => (known = guest));
}

/** Another name or face; whoever is nobody yet becomes somebody by it. */
export async function change(changes: { name?: string; face?: string }): Promise<Guest> {
  const { id } = await look();
  return (known = await post<Guest>(id === null ? "/api/guests" : "/api/me", changes));
}

/** Continues here as whoever's words were typed or scanned, or whose link was opened. */
export async function continueAs(secret: string): Promise<void> {
  await become(enter(secret));
}

/** Continues here as somebody who has come in, with their settings. */
export async function become(entering: Promise<Guest>): Promise<void> {
  known = await entering;
  const { settings: kept } = await get<PageSettings>("/api/me/settings");
  if (kept) choose(kept as Partial<Settings>);
}

export const askHandover = () => post<Handover>("/api/me/handover", {});
export const askDevices = () => get<Devices>("/api/me/devices");
export const signOut = (device: string) => remove<Devices>(`/api/me/devices/${encodeURIComponent(device)}`);

export async function signOutOthers(): Promise<void> {
  known = await post<Guest>("/api/me/revoke", {});
}

/** Deletes the profile; the name has to be typed for it. */
export async function deleteMe(name: string): Promise<void> {
  await post<Guest>("/api/me/delete", { name });
  known = NOBODY;
}

let timer: ReturnType<typeof setTimeout> | undefined;

onChosen(() => {
  if (!known?.id) return;
  clearTimeout(timer);
  timer = setTimeout(() => void keep().catch(() => {}), KEEP_AFTER);
});

async function keep(): Promise<void> {
  const kept = Object.fromEntries(
    Object.entries($state.snapshot(settings)).filter(([name]) => !OF_THE_DEVICE.includes(name as keyof Settings)),
  );
  await post<PageSettings>("/api/me/settings", { settings: kept });
}
