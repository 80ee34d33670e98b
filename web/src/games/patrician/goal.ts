/** What wins, what ends the game, and what brings points. */
import type { GameProps } from "../../table/board";
import { range, type ScoringLine } from "../boards/scoring";
import { PAGE } from "./generated";
import { CITIES, bonusLeft, counted, isOver, isScored, turnsOf, type Move, type View } from "./reading";

export type Drawn = "high" | "low" | "tie" | "portraits" | "messenger" | "card";

export function goal({ view }: GameProps<View, Move>): { wins: string; rest: string; note: string } {
  const left = turnsOf(view) - view.turns;
  return {
    wins: "Most points win.",
    rest: isOver(view) ? "All cards were played" : `${counted(left, "turn")} until all cards are played`,
    note: isOver(view) || view.open_piles ? "" : "What lies in the others' closed piles is counted at the end.",
  };
}

export function scoring({ view }: GameProps<View, Move>): ScoringLine<Drawn>[] {
  const cities = CITIES.slice(0, view.cities);
  const help = `Each messenger beside a city, for each tower there (${counted(bonusLeft(view), "token")} left).`;
  return [
    {
      picture: "high",
      words: "Lead the taller tower when its city is full.",
      value: range(cities.map(({ high }) => high)),
    },
    { picture: "low", words: "Lead the shorter one.", value: range(cities.map(({ low }) => low)) },
    { picture: "tie", words: "With equally many floors whoever stands higher leads.", value: "top" },
    {
      picture: "portraits",
      words: "Three portraits of one person in your pile, at the end.",
      value: String(PAGE.points_per_set),
    },
    ...(view.messengers
      ? [
          {
            picture: "messenger" as const,
            words: `${help} The least help costs ${-PAGE.penalty}.`,
            value: String(PAGE.bonus),
          },
        ]
      : []),
    ending(view),
  ];
}

function ending(view: View): ScoringLine<Drawn> {
  if (isOver(view))
    return {
      picture: "card",
      words: `All ${turnsOf(view)} cards were played, and every city is complete.`,
      value: "",
    };
  const complete = CITIES.slice(0, view.cities).filter((_, city) => isScored(view, city)).length;
  const are = complete === 1 ? "is" : "are";
  return {
    picture: "card",
    words: `It ends when all cards are played. ${complete} of ${view.cities} cities ${are} complete.`,
    value: `${counted(turnsOf(view) - view.turns, "turn")} left`,
  };
}
