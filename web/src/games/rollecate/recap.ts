/** A turn of Rollecate in a few words: what was built or laid, how the dice fell, and where it left the train. */
import type { Recap, Traced, Trail } from "../../table/board";
import { recapOf, type Deed } from "../boards/recap";
import {
  cardsAhead,
  chaosOf,
  counted,
  diceInWords,
  kindNamed,
  listed,
  nameOfCard,
  type Move,
  type View,
} from "./reading";

type Did = Traced<View, Move>;

export function recap({ steps }: Trail<View, Move>): Recap {
  const deeds = [
    ...built(steps),
    ...rolled(steps),
    ...steps.flatMap(deedOf),
    ...penalties(steps),
    ...steps.flatMap(layingOf),
  ];
  return recapOf(deeds, meaning(steps[0]!.before, steps.at(-1)!.after));
}

/** Cards that were added to the railway, whoever chose their bends. */
function built(steps: Did[]): Deed[] {
  const cards = steps.flatMap(({ before, after }) =>
    after.end > before.end ? [nameOfCard(after.track[after.end - 1]!)] : [],
  );
  if (cards.length === 0) return [];
  const isPair = cards.length === 2 && cards[0] === cards[1];
  const few = isPair ? `two ${cards[0]}s` : listed(cards.map((card) => `a ${card}`));
  const named = cards.length > 2 ? `${cards.length} cards` : few;
  return [{ past: `built ${named}`, present: `builds *${named}*` }];
}

/** All dice of the turn, and what they showed. */
function rolled(steps: Did[]): Deed[] {
  const throws = steps.filter(({ move }) => move && "throw" in move);
  const first = throws[0];
  if (!first) return [];
  const wheels = throws.reduce((sum, { move }) => sum + (move && "throw" in move ? move.throw.wheels : 0), 0);
  const { dice } = first.before;
  const shown = wheels ? counted(wheels, "wheel") : dice === 1 ? "no wheel" : "no wheels";
  return [{ past: `rolled ${shown}`, present: `rolls ${diceInWords(dice)}: *${shown}*` }];
}

function deedOf({ move, before, after }: Did): Deed[] {
  if (!move) return [];
  if ("pass" in move) {
    const rolls = after.train > before.train;
    return [
      {
        past: rolls ? "passed, the train rolled on by 1 card" : "passed",
        present: rolls ? "passes, and the train rolls on by 1 card" : "passes, and the train stays",
      },
    ];
  }
  if ("ride" in move) return rode(before);
  if ("chaos" in move) return [laid(nameOfCard(chaosOf(move.chaos.value)), move.chaos.combine, "discard")];
  return [];
}

/** Penalty cards go onto the pile, or away with its top card. */
function layingOf({ move }: Did): Deed[] {
  if (!move || !("lay" in move)) return [];
  return [{ ...laid(nameOfCard(kindNamed(move.lay.card)), move.lay.combine, "keep"), isMinor: true }];
}

function rode(before: View): Deed[] {
  const missing = before.wheels - cardsAhead(before);
  if (missing <= 0) return [];
  const short = counted(missing, "card");
  return [{ past: "*derailed*", present: `*derails*: the railway is ${short} too short` }];
}

function laid(card: string, combine: string, verb: "discard" | "keep"): Deed {
  if (combine === "yes")
    return {
      past: `combined a ${card} with the top card`,
      present: `combines a ${card} with the top card: both are gone`,
    };
  return { past: `${verb === "keep" ? "kept" : "discarded"} a ${card}`, present: `${verb}s a ${card}` };
}

/** Cards taken from the start of the railway. */
function penalties(steps: Did[]): Deed[] {
  const taken = steps.filter(({ move }) => move && "take" in move).length;
  if (taken === 0) return [];
  const cards = counted(taken, "penalty card");
  return [{ past: `took ${cards}`, present: `takes *${cards}*` }];
}

function meaning(before: View, after: View): string[] {
  const ahead = cardsAhead(after);
  if (after.end === before.end && after.train === before.train) return [];
  return [ahead === 0 ? "The train stands on the last card." : `The train has ${counted(ahead, "card")} ahead.`];
}
