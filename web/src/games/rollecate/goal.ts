/** What wins, what ends the game, and what costs points. */
import type { GameProps } from "../../table/board";
import type { ScoringLine } from "../boards/scoring";
import { PAGE } from "./generated";
import { MODE, counted, isAlone, isOver, isSetUp, type Move, type View } from "./reading";

export type Drawn = "pile" | "hand" | "pair" | "wheel" | "deck" | "engine";

export function goal({ view }: GameProps<View, Move>): { wins: string; rest: string; note: string } {
  const note = isOver(view) ? "" : "Cards in hand are counted at the end.";
  return { wins: winsOf(view), rest: restOf(view), note };
}

function winsOf(view: View): string {
  if (view.mode === MODE.betsy) return "Fewer points than Betsy win.";
  if (view.mode === MODE.solo_hard) return "Few points, few derailments.";
  return isAlone(view) ? "Few points are the goal." : "Fewest points win.";
}

function restOf(view: View): string {
  if (isOver(view)) return "";
  const cards = isSetUp(view) ? "The railway is being laid" : `${counted(view.deck_size, "card")} left`;
  return view.mode === MODE.solo_hard ? `${cards}, ${derailed(view)}` : cards;
}

function derailed({ derailments }: View): string {
  return `derailed ${derailments} of ${PAGE.derailments_allowed}`;
}

export function scoring({ view }: GameProps<View, Move>): ScoringLine<Drawn>[] {
  return [
    { picture: "pile", words: "Every card in your pile costs its number.", value: "1 to 4" },
    { picture: "hand", words: "Cards still in your hand at the end count too.", value: "1 to 4" },
    { picture: "pair", words: "Two equal numbers on top of your pile may leave together.", value: "gone" },
    {
      picture: "wheel",
      words: "Each step beyond the end of the line, each broken track and each pass costs a card.",
      value: "+ 1 card",
    },
    ...(view.mode === MODE.betsy
      ? [
          {
            picture: "hand" as const,
            words: "Betsy counts the cards in her pile, not their numbers.",
            value: "1 each",
          },
        ]
      : []),
    ...(view.mode === MODE.solo_hard
      ? [
          {
            picture: "engine" as const,
            words: "One derailment more than allowed, and the game is lost.",
            value: `${view.derailments} of ${PAGE.derailments_allowed}`,
          },
        ]
      : []),
    ending(view),
  ];
}

function ending(view: View): ScoringLine<Drawn> {
  if (isOver(view)) return { picture: "deck", words: "The deck is empty.", value: "" };
  const value = isSetUp(view) ? "" : `${view.deck_size} left`;
  return { picture: "deck", words: "The turn in which the last card is drawn is the last one.", value };
}
