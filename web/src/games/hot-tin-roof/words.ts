/** The table in words, part by part, for those who read it: who has what, what lies where. Made from a view alone. */
import { counted, listOf } from "../../lobby/words";
import type { SeatInfo } from "../../table/board";
import { whoIs, whose } from "../boards/naming";
import { PAGE } from "./generated";
import {
  DUMPSTERS,
  GAPS,
  NOWHERE,
  ROOFTOPS,
  SHAPES,
  cansInWords,
  catsOn,
  foodOf,
  homeName,
  homesAt,
  isDeluxe,
  isOut,
  isOver,
  roofOf,
  seatsOf,
  tilesLeft,
  type View,
} from "./reading";

/** How far the race has come. */
export function standInWords(view: View): string {
  const fish = `${view.market} of ${PAGE.market[view.seats]} fish ${view.market === 1 ? "is" : "are"} left in the market`;
  const stock = `${view.stock} in the stock`;
  const tiles = `${counted(tilesLeft(view), "home tile lies", "home tiles lie")} face down`;
  if (isOver(view)) return `The game is over. ${fish}, ${stock}.`;
  const race =
    view.trigger >= 0 ? "The race is over, and pairs on the roofs are settled." : "The last fish ends the race.";
  return `${race} ${fish}, ${stock}. ${tiles}.`;
}

export interface PlayerInWords {
  seat: number;
  name: string;
  food: number;
  cans: number;
  fish: number;
  cats: string;
  reserve: string;
}

export function playersInWords(view: View, seats: SeatInfo[], viewer: number | null): PlayerInWords[] {
  return seatsOf(view).map((seat) => ({
    seat,
    name: whoIs(seats, seat, viewer),
    food: foodOf(view, seat),
    cans: view.cans[seat]!,
    fish: view.fish[seat]!,
    cats: SHAPES.map((_, shape) => pairInWords(view, seat, shape)).join("; "),
    reserve: reserveInWords(view, seat),
  }));
}

function pairInWords(view: View, seat: number, shape: number): string {
  if (!isOut(view, seat, shape)) return `${SHAPES[shape]} in reserve`;
  const homes = [0, 1].map((which) => homeName(roofOf(view, { seat, shape, which })));
  return `${SHAPES[shape]} at ${listOf(homes)}`;
}

function reserveInWords(view: View, seat: number): string {
  const hasDeluxe = view.deluxe === 1 && view.deluxe_at[seat]! < 0;
  return listOf([
    counted(view.catwalks[seat]!, "catwalk", "catwalks"),
    counted(view.shelters[seat]!, "shelter", "shelters"),
    ...(hasDeluxe ? ["the deluxe catwalk"] : []),
  ]);
}

export function dumpstersInWords(view: View): string[] {
  return DUMPSTERS.map(({ kind }, dumpster) => {
    const cans = cansInWords(view.dumpster[dumpster]!);
    if (kind !== "home") return `The ${kind} dumpster: ${cans}, and a ${kind} to build or to move.`;
    const homes = homesAt(view, dumpster).map(homeName);
    return `Home dumpster ${dumpster + 1}: ${cans}${homes.length ? `, and a pair of cats for ${listOf(homes)}` : ""}.`;
  });
}

export interface RoofInWords {
  letter: string;
  name: string;
  shelter: string;
  cats: string;
  /** Where gaps lead, and which of them are bridged. */
  neighbours: string;
}

export function roofsInWords(view: View, seats: SeatInfo[], viewer: number | null): RoofInWords[] {
  return ROOFTOPS.map(({ letter, name }, rooftop) => {
    const owner = view.shelter[rooftop]!;
    const cats = catsOn(view, rooftop).map(({ seat, shape }) => `${whose(seats, seat, viewer)} ${SHAPES[shape]} cat`);
    return {
      letter,
      name,
      shelter: owner === NOWHERE ? "none" : whose(seats, owner, viewer),
      cats: cats.length ? listOf(cats) : "none",
      neighbours: neighboursInWords(view, rooftop),
    };
  });
}

function neighboursInWords(view: View, rooftop: number): string {
  return GAPS.flatMap(({ a, b }, gap) => {
    if (a !== rooftop && b !== rooftop) return [];
    const { name } = ROOFTOPS[a === rooftop ? b : a]!;
    return [view.catwalk[gap] === NOWHERE ? name : `${name} (bridged)`];
  }).join(", ");
}

export interface WalksInWords {
  name: string;
  gaps: string[];
}

/** Everybody's catwalks, by the homes they join. */
export function walksInWords(view: View, seats: SeatInfo[], viewer: number | null): WalksInWords[] {
  return seatsOf(view).flatMap((seat) => {
    const gaps = GAPS.flatMap(({ a, b }, gap) => {
      if (view.catwalk[gap] !== seat) return [];
      return [`${ROOFTOPS[a]!.name} to ${ROOFTOPS[b]!.name}${isDeluxe(view, gap) ? " (deluxe)" : ""}`];
    });
    return gaps.length ? [{ name: whoIs(seats, seat, viewer), gaps }] : [];
  });
}
