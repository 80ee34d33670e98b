/** What is pressed for a move: a place, a kind of catwalk and then a gap, or a cat and then the roof it walks to. */
import type { GameProps } from "../../table/board";
import { pressOf } from "../../table/pressing";
import { SHAPES, partnerOf, roofOf, wayNamed, type Cat, type Move, type View } from "./reading";
import { keyOf, placeOf } from "./targets";

export function touch(move: Move, { view, choices }: Pick<GameProps<View, Move>, "view" | "choices">): string[] {
  if ("step" in move) return stepping(view, move.step);
  if ("join_cheapest" in move) return [`pair ${SHAPES.indexOf(move.join_cheapest.shape)}`, pressOf(move)];
  const place = placeOf(move);
  if (!place) return [pressOf(move)];
  const kinds = new Set(choices.flatMap((choice) => Object.keys(choice.move)));
  const hasKinds = kinds.has("deluxe") && (kinds.has("catwalk") || kinds.has("lift"));
  const kind = hasKinds ? ["deluxe" in move ? "kind deluxe" : "kind regular"] : [];
  return [...kind, keyOf(place)];
}

/** A cat that meets its partner is led to it, since the partner stands in front of the roof. */
function stepping(view: View, { shape, way }: { shape: string; way: string }): string[] {
  const { from, to } = wayNamed(way);
  const cat = { seat: view.turn, shape: SHAPES.findIndex((name) => name === shape), which: 0 };
  const mover = roofOf(view, cat) === from ? cat : partnerOf(cat);
  const partner = partnerOf(mover);
  const goal = roofOf(view, partner) === to ? nameOf(partner) : keyOf({ rooftop: to });
  return [nameOf(mover), goal];
}

function nameOf({ shape, which }: Cat): string {
  return `cat ${shape} ${which}`;
}
