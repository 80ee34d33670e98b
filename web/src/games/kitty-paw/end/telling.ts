/** What is told of a game of Kitty Paw at its end: the quickest picture, the quickest paw, the hardest card. */
import { most, spanAt, type Highlight, type Story } from "../../../table/end/story";
import type { Best } from "../best.svelte";
import { CARDS, LEVELS, counted, isPractice, plays, seatsOf, seconds, type Move, type View } from "../reading";
import { PAGE } from "../generated";

type Race = Story<View, Move>;

/** Whether there is something to celebrate for whoever looks. */
export function isHappy({ view, own }: Pick<Race, "view" | "own">): boolean {
  if (isPractice(view)) return view.best[0]! >= 0;
  return own === null || plays(view, own);
}

/** What practice was like; `best` are the quickest right pictures on this device. */
export function aside({ view }: Pick<Race, "view">, best: Best[]): string {
  if (!isPractice(view)) return extraRounds(view.extra);
  const quickest = view.best[0]!;
  if (quickest < 0 || !best.length) return "";
  return best[0]!.ms >= quickest
    ? "You were quicker than ever on this device."
    : `Your best ever on this device: ${seconds(best[0]!.ms)}.`;
}

function extraRounds(number: number): string {
  if (number > 1) return `It took ${counted(number, "extra round")}.`;
  return number ? "It took an extra round." : "";
}

export function highlights(story: Race): Highlight[] {
  return [quickestPicture(story), quickestPaw(story), hardestCard(story)].filter((found) => found !== null);
}

function quickestPicture({ view }: Race): Highlight | null {
  const done = seatsOf(view).filter((seat) => view.best[seat]! >= 0);
  const [seat] = done.sort((one, other) => view.best[one]! - view.best[other]!);
  return seat === undefined ? null : { title: "Quickest picture", seat, text: seconds(view.best[seat]!) };
}

/** The shortest time between a Meow and an answer to it. */
function quickestPaw({ view, views, spans }: Race): Highlight | null {
  let best: { seat: number; ms: number; ply: number } | null = null;
  views.forEach((each, ply) => {
    for (const seat of seatsOf(view)) {
      const ms = each.reaction[seat]!;
      if (ms >= 0 && ms < (best?.ms ?? Infinity)) best = { seat, ms, ply };
    }
  });
  const found = best as { seat: number; ms: number; ply: number } | null;
  if (!found) return null;
  return {
    title: "Quickest paw",
    seat: found.seat,
    text: `${seconds(found.ms)} in round ${spanAt(spans, found.ply - 1)}`,
  };
}

/** The card of the most points that was laid right. */
function hardestCard({ view }: Race): Highlight | null {
  const right = CARDS.flatMap((card, number) => {
    const seat = view.where[number]! - PAGE.where.scored;
    return seat >= 0 && seat < view.players ? [{ card, seat }] : [];
  });
  const best = most(right, ({ card }) => card.points);
  return (
    best && {
      title: "Hardest card",
      seat: best.seat,
      text: `level ${LEVELS[best.card.level]}, ${best.card.points} points`,
    }
  );
}
