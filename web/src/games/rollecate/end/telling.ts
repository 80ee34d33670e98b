/** What is told of a game of Rollecate at its end: long lines, bad turns, and results to be beaten. */
import { most, spanAt, type Highlight, type Story } from "../../../table/end/story";
import type { Result } from "../best.svelte";
import { MODE, counted, isAlone, isBetsy, pileOf, seatsOf, sumOf, type Move, type View } from "../reading";

/** The way in which somebody plays alone, as results are kept by it. */
export function wayOf(view: View): string {
  return Object.entries(MODE).find(([, mode]) => mode === view.mode)?.[0] ?? "";
}

/** Points as they stand at a moment: the fewer, the better; Betsy counts cards. */
export function scoresOf(view: View): number[] {
  return seatsOf(view).map((seat) => (isBetsy(view, seat) ? pileOf(view, seat).length : sumOf(pileOf(view, seat))));
}

/** `best` are the best results of the same way to play on this device, this one included if it is one of them. */
export function aside({ view, outcome }: Pick<Story<View, Move>, "view" | "outcome">, best: Result[]): string {
  if (view.lost || !isAlone(view)) return "";
  const points = outcome.scores[0]!;
  if (best.length < 2) return "The first result on this device: something to beat.";
  if (best[0]!.points === points) return "Nobody did better on this device.";
  return `The best on this device: ${counted(best[0]!.points, "point")}.`;
}

export function highlights(story: Story<View, Move>): Highlight[] {
  return [longestTrack(story), worstTurn(story), smallestPile(story)].filter((found) => found !== null);
}

/** Most cards built in one turn. */
function longestTrack({ steps, spans }: Story<View, Move>): Highlight | null {
  const built = spans.map(({ seat, from, to }) => ({
    seat,
    from,
    cards: steps.slice(from, to).filter(({ move }) => move && "build" in move).length,
  }));
  const best = most(built, ({ cards }) => cards);
  if (!best || best.cards < 2) return null;
  const text = `${counted(best.cards, "card")} in turn ${spanAt(spans, best.from)}`;
  return { title: "Longest track", seat: best.seat, text };
}

/** Most points that came into a pile in one turn. */
function worstTurn({ views, spans }: Story<View, Move>): Highlight | null {
  const turns = spans.flatMap(({ seat, from, to }) => {
    if (seat === null) return [];
    const [before, after] = [scoresOf(views[from]!), scoresOf(views[Math.min(to, views.length - 1)]!)];
    return [{ seat, from, points: after[seat]! - before[seat]! }];
  });
  const worst = most(turns, ({ points }) => points);
  return (
    worst && {
      title: "Costliest turn",
      seat: worst.seat,
      text: `${counted(worst.points, isBetsy(views[0]!, worst.seat) ? "card" : "point")} in turn ${spanAt(spans, worst.from)}`,
    }
  );
}

/** Whose pile had the fewest cards, where nobody else's had so few. */
function smallestPile({ view }: Story<View, Move>): Highlight | null {
  const sizes = seatsOf(view).map((seat) => pileOf(view, seat).length);
  const least = Math.min(...sizes);
  if (sizes.length < 2 || sizes.filter((size) => size === least).length > 1) return null;
  return { title: "Smallest pile", seat: sizes.indexOf(least), text: counted(least, "card") };
}
