/**
 * Colours of seats as the game's card tells them: one class for each seat, `seat-<game>-<seat>`, with the colour as `--pc`,
 * a dark tone as `--pd` and one for words as `--pt`. The frame uses them for games without classes of their own, and so may
 * any board. The rules are made through the DOM, which the content policy allows.
 */
import type { GameInfo } from "../generated/protocol";

const written = new Set<string>();

/** The class of a seat; null where the card tells no colour for it. */
export function cardClass({ id, seats }: GameInfo, seat: number): string | null {
  const colour = seats?.[seat]?.colour;
  if (!colour || !CSS.supports("color", colour)) return null;
  const name = `seat-${id}-${seat}`;
  if (!written.has(name)) write(name, colour);
  return name;
}

function write(name: string, colour: string): void {
  written.add(name);
  const sheet = new CSSStyleSheet();
  const deep = `color-mix(in srgb, ${colour} 65%, #000)`;
  // words have to be read on the surface, by day and by night
  const text = `color-mix(in srgb, ${colour} 50%, var(--ink))`;
  sheet.insertRule(`.${CSS.escape(name)} { --pc: ${colour}; --pd: ${deep}; --pt: ${text}; }`);
  document.adoptedStyleSheets.push(sheet);
}
