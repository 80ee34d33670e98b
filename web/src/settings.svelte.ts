/** What a person chose for this device; kept in the browser, shared between its tabs, never sent to the server. */

import { MediaQuery } from "svelte/reactivity";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "slow" | "normal" | "fast" | "none";

export interface Settings {
  theme: Theme;
  sound: boolean;
  motion: Motion;
  /** Show the table as text beside the board. */
  textTable: boolean;
  /** Who was played with last: a bot, friends, or people at the same device. */
  company: "bot" | "friends" | "device";
  /** The level of the bot chosen last. */
  level: string;
}

/** The script that sets the theme before the first paint reads the same place. */
const PLACE = "tabbytop.settings";

const DEFAULTS: Settings = {
  theme: "auto",
  sound: true,
  motion: "auto",
  textTable: false,
  company: "bot",
  level: "house-cat",
};

const PACES: Record<Exclude<Motion, "auto">, number> = { slow: 0.6, normal: 1, fast: 2, none: 0 };

const night = new MediaQuery("prefers-color-scheme: dark");
const calm = new MediaQuery("prefers-reduced-motion: reduce");

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

/** Changes settings, here and in the browser's memory. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays; the choice lasts until the page is closed.
  }
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "auto" && night.current);
}

/** How fast things move: 1 is normal, 2 is twice as fast, 0 means no animation at all. */
export function pace(): number {
  if (settings.motion === "auto") return calm.current ? 0 : 1;
  return PACES[settings.motion];
}

function showTheme(): void {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

$effect.root(() => {
  $effect(showTheme);
});
addEventListener("storage", (event) => {
  if (event.key !== PLACE) return;
  Object.assign(settings, stored());
});
