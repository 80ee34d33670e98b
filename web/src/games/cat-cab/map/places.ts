/** What is drawn and told of a place on the map while there is something to decide. */
import type { Choice, SeatInfo } from "../../../table/board";
import { explain, foresee, notYet, refusalAt } from "../explain";
import { isOnGrid, kindAt, type Move, type View } from "../reading";
import type { Target } from "../targets";

interface Moment {
  view: View;
  seats: SeatInfo[];
  viewer: number | null;
  choices: Choice<Move>[];
  targets: Target[];
  /** Places that the dice as they lie would lead to; null while that is not asked. */
  reach: { size: number; has: (place: number) => boolean } | null;
}

export interface Places {
  /** How a target is marked. */
  shapeOf: (target: Target) => "dot" | "ring" | "bay";
  /** What is there, and what driving there would bring. */
  about: (place: number) => string;
  /** What heads the label of a place: what a press there plays, or why it plays nothing. */
  heading: (place: number) => string;
}

export function placesOf({ view, seats, viewer, choices, targets, reach }: Moment): Places {
  const targetAt = (place: number) => targets.find((target) => target.place === place);
  return {
    shapeOf: ({ place, seat }) => {
      if (seat !== null) return "ring";
      if (!isOnGrid(place)) return "bay";
      const bare = kindAt(view, place) === "plain" && !view.place.includes(place) && view.passenger !== place;
      return bare ? "dot" : "ring";
    },
    about: (place) => {
      const target = targetAt(place);
      return [explain(view, seats, place, viewer), target ? foresee(view, target.choice.move) : ""]
        .filter(Boolean)
        .join(" ");
    },
    heading: (place) => {
      const target = targetAt(place);
      if (target) return target.choice.label;
      if (reach?.size) return `${reach.has(place) ? "In" : "Not in"} reach with the dice as they lie.`;
      return notYet(choices) || (targets.length ? refusalAt(view, place) : "");
    },
  };
}
