/** A finished game for tests: views, the moves between them, and the turns they make up. */
import type { SeatInfo } from "../board";
import type { Span, Story } from "./story";

export function whole<V, M>(
  views: V[],
  moves: M[],
  spans: Span[],
  seats: SeatInfo[],
  own: number | null = null,
): Story<V, M> {
  return {
    outcome: { places: seats.map((_, at) => at + 1), scores: seats.map(() => 0), ending: "", scored: true, parts: [] },
    seats,
    own,
    order: seats.map(({ seat }) => seat),
    view: views.at(-1)!,
    views,
    steps: moves.map((move, ply) => ({ seq: ply, ply, passed: 0, actor: 0, move, sentence: "" })),
    spans,
  };
}
