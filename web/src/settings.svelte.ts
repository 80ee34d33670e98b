/** What a person chose: kept in the browser, shared between its tabs, and by `me` with the other devices of a profile. */

import { MediaQuery } from "svelte/reactivity";
import { USUAL_LEVEL } from "./art/levels";

export type Theme = "auto" | "light" | "dark";
/** Whether pieces move: as the device is told, always, or never. */
export type Motion = "auto" | "full" | "none";
/** How the others' turns are shown: one by one with a stop after each, slowly enough to follow, or all at once. */
export type Pace = "step" | "calm" | "quick";

export interface Settings {
  theme: Theme;
  sound: boolean;
  motion: Motion;
  /** How the others' turns are shown; null while nobody has chosen: then it follows from how well the game is known. */
  pace: Pace | null;
  /** Show the table as text beside the board. */
  textTable: boolean;
  /** Show the numbers of clauses in guides. */
  clauseNumbers: boolean;
  /** The games whose goal was shown once by itself. */
  goalsSeen: string[];
  /** Who was played with last: a bot, friends, or people at the same device. */
  company: "bot" | "friends" | "device";
  /** The level of the bot chosen last. */
  level: string;
  /** Whether it was asked once if one wants to be told of one's turns. */
  noticesAsked: boolean;
  /** Whether it was offered once to install the page. */
  installAsked: boolean;
}

/** The script that sets the theme before the first paint reads the same place. */
const PLACE = "tabbytop.settings";

const DEFAULTS: Settings = {
  theme: "auto",
  sound: true,
  motion: "auto",
  pace: null,
  textTable: false,
  clauseNumbers: false,
  goalsSeen: [],
  company: "bot",
  level: USUAL_LEVEL,
  noticesAsked: false,
  installAsked: false,
};

const MOTIONS: readonly unknown[] = ["auto", "full", "none"] satisfies Motion[];

const night = new MediaQuery("prefers-color-scheme: dark");
const calm = new MediaQuery("prefers-reduced-motion: reduce");

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

function stored(): Partial<Settings> {
  try {
    return understood(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Settings>);
  } catch {
    return {};
  }
}

/** What was kept, also by earlier versions of the page, which knew several speeds. */
function understood(kept: Partial<Settings>): Partial<Settings> {
  return "motion" in kept && !MOTIONS.includes(kept.motion) ? { ...kept, motion: "full" } : kept;
}

let tell = () => {};

/** Who has to know when something was chosen. */
export function onChosen(told: () => void): void {
  tell = told;
}

/** Changes settings, here and in the browser's memory. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, understood(changes));
  tell();
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

/** How fast things move: 1 is normal, 0 means no animation at all. */
export function pace(): number {
  if (settings.motion === "auto") return calm.current ? 0 : 1;
  return settings.motion === "full" ? 1 : 0;
}

/** What styles have to know. */
function show(): void {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  document.documentElement.dataset.motion = settings.motion;
}

$effect.root(() => {
  $effect(show);
});
addEventListener("storage", (event) => {
  if (event.key !== PLACE) return;
  Object.assign(settings, stored());
});
