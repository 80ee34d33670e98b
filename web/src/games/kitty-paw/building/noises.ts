/** The sounds of hands and paws, for those who want to hear any. */
import { settings } from "../../../settings.svelte";
import { sound, type Sound } from "../../../table/sounds";

export function noise(name: Sound): void {
  if (settings.sound) sound(name);
}
