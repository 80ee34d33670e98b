/** The colour of the band on a city's cards: dark enough for its name. */
import { CITIES } from "../reading";

/** How much of the city's colour is in it; light ones need more shade. */
const SHARES: Record<string, number> = { parma: 52, pistoia: 56, siena: 70, verona: 74, lucca: 74 };
const SHARE = 80;

export function bandOf(city: number): string {
  const { id, colour } = CITIES[city]!;
  return `color-mix(in srgb, ${colour} ${SHARES[id] ?? SHARE}%, #000)`;
}
