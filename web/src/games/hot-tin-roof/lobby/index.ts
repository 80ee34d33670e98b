/** Hot Tin Roof before it is played: its card, its emblem, and what of it lies on the table of the landing page. */
import { show } from "../../../art/sprite";
import type { Face } from "../../faces";
import Emblem from "./Emblem.svelte";
import OnTable from "./OnTable.svelte";
import Scene from "./Scene.svelte";
import art from "./art.svg?raw";

show(art);

export const FACE: Face = {
  Scene,
  focus: 160,
  Emblem,
  ground: "#4A5088",
  Before: OnTable,
  shape: "390 / 518",
};
