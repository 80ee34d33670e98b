/**
 * What a board from outside is: a module without this page's framework, which a game's package brings along built. The
 * server says in its list of games where the module is (`board`), and the page imports it from there; under the content
 * policy everything else that the module needs, such as style sheets and pictures, has to come from this server too, and
 * styles are set through the DOM. It is handed what every board is handed, and draws into an element of its own.
 *
 *     export function mount(place, given) {
 *       const button = document.createElement("button");
 *       place.append(button);
 *       function update({ view, choices, play }) {
 *         button.textContent = `Turn ${view.turn}`;
 *         button.onclick = () => choices[0] && play(choices[0].move);
 *       }
 *       update(given);
 *       return { update, destroy: () => button.remove() };
 *     }
 */
import type { Component } from "svelte";
import type { GameModule, GameProps } from "./board";

/** The parts of a drawing that are components of this page's framework. */
type Drawn<V, M> = {
  [Part in keyof GameModule<V, M>]-?: NonNullable<GameModule<V, M>[Part]> extends Component<any> ? Part : never;
}[keyof GameModule<V, M>];

/** A board on the page. */
export interface MountedBoard<V, M> {
  /** Something has changed; everything is handed over anew. */
  update: (given: GameProps<V, M>) => void;
  /** The board is not shown any more: listeners and timers end. */
  destroy: () => void;
}

/** What a board module from outside exports: `mount`, and whatever else of a drawing is no component. */
export interface OutsideModule<V = any, M = any> extends Partial<Omit<GameModule<V, M>, Drawn<V, M> | "glyph">> {
  mount: (place: HTMLElement, given: GameProps<V, M>) => MountedBoard<V, M>;
}
