/** What wins, what ends the game from here, and what brings and costs points. */
import type { GameProps } from "../../table/board";
import { range, type ScoringLine } from "../boards/scoring";
import { PAGE } from "./generated";
import {
  CARDS,
  counted,
  isCalm,
  isOver,
  isPractice,
  roundInWords,
  roundsOf,
  seconds,
  timeOfAll,
  type Move,
  type View,
} from "./reading";

export type Drawn = "right" | "wrong" | "paw" | "others" | "clock" | "end";

const PENALTY = range(CARDS.map(({ penalty }) => penalty));

export function goal({ view }: GameProps<View, Move>): { wins: string; rest: string } {
  if (isPractice(view)) return { wins: "Build it faster than last time.", rest: restOf(view) };
  return { wins: "Most points win.", rest: restOf(view) };
}

function restOf(view: View): string {
  if (isOver(view)) return "";
  if (isCalm(view) || isPractice(view) || view.extra) return roundInWords(view);
  return `${mostCards(view)} of ${PAGE.cards_to_end} cards, the fifth ends it`;
}

/** How near the end is: the cards of whoever has scored most of them. */
function mostCards(view: View): number {
  return Math.max(...view.scored.slice(0, view.players));
}

export function scoring({ view }: GameProps<View, Move>): ScoringLine<Drawn>[] {
  return [
    {
      picture: "right",
      words: "A right picture is worth the kitties on its card.",
      value: range(CARDS.map(({ points }) => points)),
    },
    { picture: "wrong", words: "A wrong one costs as much as the level of its card.", value: PENALTY },
    ...(isPractice(view) ? alone(view) : isCalm(view) ? calm() : race(view)),
    ending(view),
  ];
}

function race(view: View): ScoringLine<Drawn>[] {
  const isLast = view.players > 2;
  return [
    {
      picture: "paw",
      words: isLast
        ? "The slowest paw after a Meow takes the penalty of their own card."
        : "After a Meow the other one stops; between two nobody is the slowest.",
      value: isLast ? PENALTY : "0",
    },
    { picture: "others", words: "Only the caller's picture counts; the others keep nothing.", value: "0" },
  ];
}

function calm(): ScoringLine<Drawn>[] {
  return [
    { picture: "paw", words: "Nobody races, and there is no paw.", value: "" },
    { picture: "others", words: "When all have finished every picture is checked.", value: "all" },
  ];
}

function alone(view: View): ScoringLine<Drawn>[] {
  return [
    { picture: "others", words: "What counts is the total of all rounds,", value: "1st" },
    { picture: "clock", words: "and then the time that you needed.", value: seconds(timeOfAll(view)) },
  ];
}

function ending(view: View): ScoringLine<Drawn> {
  if (isOver(view)) return { picture: "end", words: "The game is over.", value: "" };
  if (view.extra) return { picture: "end", words: "Extra rounds, until one of the best is ahead.", value: "tie" };
  if (isCalm(view) || isPractice(view))
    return {
      picture: "end",
      words: `It ends after ${counted(roundsOf(view), "round")}.`,
      value: `${Math.max(1, view.round)} of ${roundsOf(view)}`,
    };
  return {
    picture: "end",
    words: "It ends after the round in which somebody scores a fifth card, right or wrong.",
    value: `${mostCards(view)} of ${PAGE.cards_to_end}`,
  };
}
