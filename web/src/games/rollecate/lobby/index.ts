/** Rollecate before it is played: its card, its emblem, and what of it lies on the table of the landing page. */
import { show } from "../../../art/sprite";
import type { Face } from "../../faces";
import engine from "../pieces/engine.svg?raw";
import Emblem from "./Emblem.svelte";
import OnTable from "./OnTable.svelte";
import Scene from "./Scene.svelte";
import art from "./art.svg?raw";

show(engine);
show(art);

export const FACE: Face = {
  Scene,
  focus: 130,
  Emblem,
  ground: "#DCE0B4",
  Before: OnTable,
  shape: "1 / 1",
};
