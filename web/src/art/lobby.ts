/** The sheets that scenes, emblems and the picture of the landing page are drawn from. */
import engine from "../games/rollecate/pieces/engine.svg?raw";
import emblems from "./sprites/emblems.svg?raw";
import mark from "./sprites/mark.svg?raw";
import scenes from "./sprites/scenes.svg?raw";
import { show } from "./sprite";

export function showLobby(): void {
  for (const sheet of [mark, engine, emblems, scenes]) show(sheet);
}
