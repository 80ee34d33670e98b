/** Kitty Paw before it is played: its card, its emblem, and what of it lies on the table of the landing page. */
import { show } from "../../../art/sprite";
import type { Face } from "../../faces";
import Emblem from "./Emblem.svelte";
import OnTable from "./OnTable.svelte";
import Scene from "./Scene.svelte";
import art from "./art.svg?raw";
import { places } from "./places";

show(art);

export const FACE: Face = {
  Scene,
  focus: 162,
  Emblem,
  ground: "#D98A7C",
  Behind: OnTable,
  shape: "390 / 760",
  places,
};
