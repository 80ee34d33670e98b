/** What wins, what ends the game, and what brings and costs food. */
import type { GameProps } from "../../table/board";
import { counted, listOf } from "../../lobby/words";
import { whom } from "../boards/naming";
import type { ScoringLine } from "../boards/scoring";
import { PAGE } from "./generated";
import { hasBegun, isOver, isUnlocked, seatsOf, type Move, type View } from "./reading";

export type Drawn = "can" | "fish" | "tolls" | "deluxe" | "cat" | "market";

/** A limit that people may reach is told. */
const NEAR = 100;

export function goal({ view }: GameProps<View, Move>): { wins: string; rest: string } {
  const wins = "Most food wins.";
  if (isOver(view)) return { wins, rest: "" };
  if (view.trigger >= 0) return { wins, rest: "Settlement" };
  return { wins, rest: `${view.market} fish left, the last one ends the race` };
}

export function scoring(props: GameProps<View, Move>): ScoringLine<Drawn>[] {
  const { view } = props;
  const entering = view.toll_for_stopping ? "stop on" : "enter";
  return [
    { picture: "can", words: "Every can counts.", value: "1" },
    { picture: "fish", words: "A pair that meets earns a fish, worth ten cans.", value: String(PAGE.fish_value) },
    {
      picture: "tolls",
      words: `Others pay you to cross your catwalks and to ${entering} your shelters.`,
      value: `${PAGE.catwalk_toll} and ${PAGE.shelter_toll}`,
    },
    ...(view.deluxe ? [deluxe(props)] : []),
    {
      picture: "cat",
      words: "At the end a pair still on the roofs is joined, or the bank takes its due.",
      value: `−${PAGE.bank}`,
    },
    { picture: "market", words: ending(view), value: `${view.market} left` },
  ];
}

function deluxe({ view, seats, viewer }: GameProps<View, Move>): ScoringLine<Drawn> {
  const waiting = seatsOf(view).filter((each) => view.earned[each] === 0);
  const names = listOf(waiting.map((each) => whom(seats, each, viewer)));
  const words = isUnlocked(view) ? "Deluxe catwalks are open." : `Deluxe catwalks wait for ${names} to earn a fish.`;
  return { picture: "deluxe", words, value: String(PAGE.deluxe_toll) };
}

function ending(view: View): string {
  if (isOver(view)) return `${counted(view.turns, "turn was", "turns were")} played.`;
  if (view.trigger >= 0) return "The race is over: settlement.";
  const turn = hasBegun(view) ? view.turns + 1 : 1;
  const limit = view.turn_limit && view.turn_limit <= NEAR ? ` of ${view.turn_limit}` : "";
  return `The last fish of the market ends the game. Turn ${turn}${limit}.`;
}
