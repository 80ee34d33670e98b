/** What flies between the board and the players when something has happened: made from two views, drawn once, then gone. */
import { middleOf, middleOfBox, type Layout, type Point } from "../geometry";
import { MOST_CANS, TIME, outingOf, timeOfOuting } from "../motion";
import { DUMPSTERS, seatsOf, type Move, type View } from "../reading";
import { catwalkToll, shelterToll } from "../routes";

/** A place on the board, or wherever the page shows a player. */
export type Anchor = Point | { seat: number };

export interface Flight {
  piece: "can" | "fish";
  from: Anchor;
  to: Anchor;
  time: number;
  /** When it starts, after the step began. */
  wait: number;
}

/** Everything that flies in the step from one view to the next. */
export function flightsBetween(layout: Layout, before: View, after: View, move: Move | null): Flight[] {
  if (!move) return [];
  return [...food(layout, before, after, move), ...changed(layout, before, after, move)];
}

function food(layout: Layout, before: View, after: View, move: Move): Flight[] {
  const seat = before.turn;
  if ("ante" in move)
    return before.dumpster.map((_, dumpster) =>
      can({ seat }, middleOfBox(layout.dumpster(dumpster)), dumpster * TIME.between),
    );
  if ("no_ante" in move) return cans(middleOfBox(layout.stock), { seat }, after.cans[seat]! - before.cans[seat]!);
  if ("dive" in move) {
    const dumpster = DUMPSTERS.findIndex(({ id }) => id === move.dive.dumpster);
    return cans(middleOfBox(layout.dumpster(dumpster)), { seat }, before.dumpster[dumpster]!);
  }
  if ("bank" in move) return cans({ seat }, middleOfBox(layout.stock), after.banked - before.banked);
  if ("step" in move || "join_cheapest" in move) return tolls(layout, before, move);
  return "done" in move ? gains(before, after) : [];
}

/** Tolls go from where they are due to the owner, and a fish to whoever has brought a pair together. */
function tolls(layout: Layout, before: View, move: Move): Flight[] {
  const outing = outingOf(before, move);
  if (!outing) return [];
  const flights = outing.walks.flatMap(({ cat, ways }) =>
    ways.flatMap(({ gap, to }, index) => {
      const wait = index * outing.pace;
      const catwalk = cans(
        middleOf(layout.span(gap)),
        { seat: before.catwalk[gap]! },
        catwalkToll(before, cat.seat, gap),
        wait,
      );
      if (before.toll_for_stopping) return catwalk;
      const roof = { seat: before.shelter[to]! };
      return [...catwalk, ...cans(layout.rooftop(to), roof, shelterToll(before, cat.seat, to), wait + outing.pace)];
    }),
  );
  const earned = outing.meets && "step" in move && before.trigger < 0;
  const fish: Flight = {
    piece: "fish",
    from: middleOfBox(layout.market),
    to: { seat: before.turn },
    time: TIME.meet,
    wait: timeOfOuting(outing) + TIME.meet / 3,
  };
  return earned ? [...flights, fish] : flights;
}

/** Where only stopping costs, everything is paid when the turn ends. */
function gains(before: View, after: View): Flight[] {
  return seatsOf(before)
    .filter((seat) => seat !== before.turn)
    .flatMap((seat) => cans({ seat: before.turn }, { seat }, after.cans[seat]! - before.cans[seat]!));
}

/** Fish that are changed go to the stock, and bought ones come from there. */
function changed(layout: Layout, before: View, after: View, move: Move): Flight[] {
  const stock = middleOfBox(layout.stock);
  const seat = { seat: before.turn };
  const fish = { piece: "fish", time: TIME.can } as const;
  const broken = Array.from({ length: after.broken - before.broken }, (_, index) => ({
    ...fish,
    from: seat,
    to: stock,
    wait: index * TIME.between,
  }));
  return "buy_fish" in move ? [...broken, { ...fish, from: stock, to: seat, wait: 0 }] : broken;
}

function can(from: Anchor, to: Anchor, wait: number): Flight {
  return { piece: "can", from, to, time: TIME.can, wait };
}

function cans(from: Anchor, to: Anchor, count: number, wait = 0): Flight[] {
  const shown = Math.max(0, Math.min(count, MOST_CANS));
  return Array.from({ length: shown }, (_, index) => can(from, to, wait + index * TIME.between));
}
