/** Names of what lies on the table and what can be done with it, for labels and for those who listen. */
import type { SeatInfo } from "../../table/board";
import { whoIs, whom, whose } from "../boards/naming";
import { capital } from "../../lobby/words";
import { PAGE } from "./generated";
import {
  HIDE,
  LEVELS,
  PHASE,
  animalInWords,
  breedInWords,
  cardOfSeat,
  counted,
  hasBit,
  holderOf,
  inHand,
  isBorder,
  isBuilding,
  isCalm,
  isOver,
  isPractice,
  isReady,
  knownUnder,
  lookerAt,
  pieceInWords,
  plays,
  scoredBy,
  seatsOf,
  sideInWords,
  signed,
  type KittyCard,
  type View,
} from "./reading";

/** "turned right once", "upside down", "" for upright. */
function turnInWords(rot: number): string {
  return rot === 0 ? "upright" : `turned by ${60 * rot} degrees`;
}

/** A cell as column and row; a border as the two cells it lies between. */
export function placeInWords(place: number): string {
  const [first, second] = PAGE.places[place]!.name.split("|");
  return isBorder(place) ? `across ${first} and ${second}` : `${first}`;
}

export function labelOfPlace(view: View, seat: number, place: number): string {
  const onBox = place === view.box[seat] ? ", on the box" : "";
  return `Put it ${isBorder(place) ? "" : "at "}${placeInWords(place)}${onBox}`;
}

export function labelOfPiece(view: View, seat: number, piece: number): string {
  const place = view.place[seat]![piece]!;
  const name = pieceInWords(view, seat, piece);
  const look = piece === HIDE ? "" : `, ${sideInWords(view.side[seat]![piece]!)}`;
  const at = place === view.box[seat] ? "on the box" : placeInWords(place);
  return `${name}${look}, ${turnInWords(view.rot[seat]![piece]!)}, ${at}`;
}

export function labelOfBox(view: View, seat: number): string {
  return `Box card at ${placeInWords(view.box[seat]!)}, ${PAGE.box_sides[view.box_side[seat]!]}`;
}

/** Where a piece of a pattern lies: "1 below the box", "1 to the right of the box and 1 below it". */
function awayInWords(q2: number, r2: number): string {
  if (q2 === 0 && r2 === 0) return "on the box";
  const [across, down] = [q2 / 2 + r2 / 4, r2 / 2];
  const beside = `${Math.abs(across)} to the ${across > 0 ? "right" : "left"} of the box`;
  const apart = `${Math.abs(down)} ${down > 0 ? "below" : "above"}`;
  if (across === 0) return `${apart} the box`;
  return down === 0 ? beside : `${beside} and ${apart} it`;
}

/** A whole pattern in words, for those who do not see it. */
export function patternInWords(card: KittyCard): string {
  const pieces = card.pattern.map(({ piece, q2, r2, side, rot }) => {
    const name = piece === HIDE ? animalInWords(card.animal) : `${breedInWords(piece)} ${sideInWords(side)}`;
    return `${name}${rot ? `, ${turnInWords(rot)}` : ""}, ${awayInWords(q2, r2)}`;
  });
  const head = `Card ${card.id}, Level ${LEVELS[card.level]}, ${counted(card.points, "point")}`;
  return `${head}: box ${PAGE.box_sides[card.box]}; ${pieces.join("; ")}.`;
}

/** What somebody is doing just now, in a few words. */
export function doingInWords(view: View, seat: number): string {
  if (isOver(view)) return "";
  if (!plays(view, seat)) return "sits out";
  if (view.phase === PHASE.gathering || view.phase === PHASE.result) return isReady(view, seat) ? "ready" : "";
  if (view.phase !== PHASE.building) return "";
  if (hasBit(view.done, seat)) return "finished";
  if (view.peeking[seat]! >= 0) return `looks in box ${view.peeking[seat]! + 1}`;
  return inHand(view, seat) >= 0 ? "in hand" : "";
}

/** What came of a round for a seat. */
export function outcomeInWords(view: View, seat: number): string {
  const card = cardOfSeat(view, seat);
  if (view.verdict[seat] === PAGE.right) return `right, ${counted(card!.points, "point")}`;
  if (view.verdict[seat] === PAGE.wrong) return `wrong, ${counted(card!.penalty, "point")}`;
  if (hasBit(view.was_last, seat)) return `last paw, ${counted(card!.penalty, "point")}`;
  return plays(view, seat) ? "keeps nothing" : "sat out";
}

/** What the check said of the picture of a seat. */
export function verdictInWords(view: View, viewer: number | null, seats: SeatInfo[], seat: number): string {
  const picture = `${capital(whose(seats, seat, viewer))} picture`;
  if (view.verdict[seat] === PAGE.right) return `${picture} is right`;
  if (view.verdict[seat] === PAGE.wrong) return `${picture} is wrong`;
  if (view.caller < 0 && !isCalm(view)) return "Nobody called Meow";
  return `${picture} is not checked`;
}

/** A box of the ring: who has its card or looks under it, else what a press does there, or why it does nothing. */
export function boxInWords(view: View, seats: SeatInfo[], viewer: number | null, box: number, closed: string): string {
  const [holder, looker, known] = [holderOf(view, box), lookerAt(view, box), knownUnder(view, viewer, box)];
  const animal = known < 0 ? "" : `, ${animalInWords(known)}`;
  if (holder >= 0) {
    const has = holder === viewer ? "have" : "has";
    return `Box ${box + 1} is empty: ${whom(seats, holder, viewer)} ${has} its card${animal}`;
  }
  if (looker >= 0 && looker === viewer) return `Put box ${box + 1} down${animal}`;
  if (looker >= 0) return `${whoIs(seats, looker, viewer)} looks under box ${box + 1}${animal}`;
  return closed ? `Under box ${box + 1}${animal}: ${closed}` : `Look under box ${box + 1}${animal}`;
}

/** Why a seat looks under no box now; empty if it may. */
export function whyClosed(view: View, seat: number | null): string {
  if (!isBuilding(view, seat)) return "nobody looks there now";
  const card = cardOfSeat(view, seat);
  if (!card) return "first take a card";
  if (card.animal < 0) return "your card asks for no animal";
  if (view.hide[seat!]! >= 0) return "you have an animal already";
  return inHand(view, seat) >= 0 ? "first put down what you hold" : "";
}

/** A tile in the middle, and why it cannot be taken where one of its breed lies on the own mat. */
export function tileInWords(breed: number, side: number, isHad: boolean): string {
  return `${breedInWords(breed)}, ${sideInWords(side)}${isHad ? ", you have one" : ""}`;
}

/** The numbers of the cards that a seat has scored. */
export function scoredInWords(view: View, seat: number): string {
  return scoredBy(view, seat).map(signed).join(", ");
}

/** Everybody's cards and points, for those who listen. */
export function overview(view: View, seats: SeatInfo[], viewer: number | null): string {
  if (isPractice(view)) return `${counted(view.total[0]!, "point")} so far.`;
  return seatsOf(view)
    .map((seat) => {
      const scored = scoredInWords(view, seat);
      return `${whoIs(seats, seat, viewer)}: ${counted(view.total[seat]!, "point")}${scored ? ` (${scored})` : ""}`;
    })
    .join("; ");
}
