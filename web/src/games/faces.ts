/**
 * How games show themselves before they are played: on their cards, in lists, on the landing page. A game's face is the
 * `FACE` of `lobby/index.ts` in its folder; a game without one has a plain face.
 */
import type { Component } from "svelte";
import Scene from "../art/PlainScene.svelte";
import Emblem from "../art/PlainEmblem.svelte";
import type { Place } from "../lobby/plan";

export interface Face {
  /** What is drawn on the game's card, inside an SVG of 300 x 180. */
  Scene: Component;
  /** Where the main thing of the scene is, from its left edge; narrow places show that part. */
  focus: number;
  /** A piece for small places, at most 44 x 44. */
  Emblem: Component;
  /** The colour on which the piece lies. */
  ground: string;
  /** What of the game lies on the table of the landing page, behind the tabby or before it, inside that SVG of 620 x 440. */
  Behind?: Component;
  Before?: Component;
  /** Width to height of the board, so that the text of a guide keeps its place while the board loads. */
  shape?: string;
  /** Where the game's options stand when a table is opened, by option and in their order; others come after them. */
  places?: Record<string, Place>;
}

const FACES = import.meta.glob<{ FACE: Face }>("./*/lobby/index.ts", { eager: true });

const PLAIN: Face = { Scene, focus: 150, Emblem, ground: "#F3E2BF" };

export function faceOf(game: string): Face {
  return FACES[`./${game}/lobby/index.ts`]?.FACE ?? PLAIN;
}
