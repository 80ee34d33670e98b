/** How far a picture is, what comes next, and what is wrong with it, all of it told from a view and the card. */
import { PAGE } from "./generated";
import {
  HIDE,
  NONE,
  animalInWords,
  breedInWords,
  cardOfSeat,
  counted,
  hasBit,
  inHand,
  isBorder,
  isCalm,
  sideInWords,
  type Lying,
  type Need,
  type View,
} from "./reading";

/** What people call a tile who do not know breeds. */
const LOOKS = ["orange", "blue-grey", "spotted", "striped", "black", "white", "long"];

const PLACES = new Map(PAGE.places.map(({ q2, r2 }, place) => [`${q2} ${r2}`, place]));

/** The pieces of a card, where they belong on a mat, the nearest to the box first; nowhere if beyond its edge. */
export function wantedOn(view: View, seat: number): Lying[] {
  const { q2, r2 } = PAGE.places[view.box[seat]!]!;
  const pattern = [...(cardOfSeat(view, seat)?.pattern ?? [])].sort((one, other) => distance(one) - distance(other));
  return pattern.map((need) => ({
    piece: need.piece,
    place: PLACES.get(`${q2 + need.q2} ${r2 + need.r2}`) ?? NONE,
    side: need.side,
    rot: need.rot,
  }));
}

function distance({ q2, r2 }: Need): number {
  return q2 * q2 + q2 * r2 + r2 * r2;
}

function isTheAnimal(view: View, seat: number, piece: number): boolean {
  return piece !== HIDE || view.hide[seat] === cardOfSeat(view, seat)!.animal;
}

/** Whether a piece lies as the card shows it. */
export function isInPlace(view: View, seat: number, { piece, place, side, rot }: Lying): boolean {
  const lies = place >= 0 && view.place[seat]![piece] === place && view.rot[seat]![piece] === rot;
  return lies && (piece === HIDE || view.side[seat]![piece] === side) && isTheAnimal(view, seat, piece);
}

/** How many pieces lie right, and how many there are; null without a card. */
export function progressOf(view: View, seat: number): { right: number; all: number } | null {
  const wanted = wantedOn(view, seat);
  if (!wanted.length) return null;
  return { right: wanted.filter((need) => isInPlace(view, seat, need)).length, all: wanted.length };
}

/** What is to be done next, in words and as a place. */
export interface Step {
  words: string;
  /** The piece to take or to set right, and its place; the box card is no piece, -1; null where it is only the paw. */
  need: Lying | null;
}

function catInWords(view: View, seat: number, piece: number): string {
  return piece === HIDE ? `the ${animalInWords(cardOfSeat(view, seat)!.animal)}` : `the ${LOOKS[piece]} cat`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** Where a place lies, seen from the box card: "on your box", "one row below your box, to the left". */
export function placeFromBox(view: View, seat: number, place: number): string {
  const [at, box] = [PAGE.places[place]!, PAGE.places[view.box[seat]!]!];
  const down = (at.r2 - box.r2) / 2;
  const across = (at.q2 - box.q2) / 2 + down / 2;
  const side = across > 0 ? "right" : "left";
  if (down === 0 && across === 0) return "on your box";
  const top = isBorder(place) ? "on top, " : "";
  if (down === 0) return `${top}${Math.abs(across) > 1 ? "further " : ""}${side} of your box`;
  const rows = Math.ceil(Math.abs(down));
  const far = rows === 1 ? "one row" : `${NUMBERS[rows]} rows`;
  return `${top}${far} ${down > 0 ? "below" : "above"} your box${across === 0 ? "" : `, to the ${side}`}`;
}

/** How a piece has to lie: "awake", "asleep and turned". */
function look({ piece, side, rot }: Lying): string {
  return [piece === HIDE ? "" : sideInWords(side), rot ? "turned" : ""].filter(Boolean).join(" and ");
}

/** The next step of a seat; what lies wrong comes before what is missing, where that is to be told. */
export function nextStep(view: View, seat: number, tellsFaults: boolean): Step | null {
  const card = cardOfSeat(view, seat);
  if (!card) return null;
  const wanted = wantedOn(view, seat);
  const held = inHand(view, seat);
  const inTheHand = wanted.find(({ piece }) => piece === held);
  if (inTheHand) return { words: `Put ${told(view, seat, inTheHand)}.`, need: inTheHand };
  if (view.box_side[seat] !== card.box) return { words: "Next: turn your box card over.", need: boxOf(view, seat) };
  const lies = ({ piece }: Lying) => view.place[seat]![piece]! >= 0;
  const wrong = tellsFaults ? wanted.find((need) => lies(need) && !isInPlace(view, seat, need)) : undefined;
  if (wrong) return { words: `Set right: ${told(view, seat, wrong)}.`, need: wrong };
  const tile = wanted.find((need) => need.piece !== HIDE && !lies(need));
  if (tile) return { words: `Next: ${told(view, seat, tile)}.`, need: tile };
  const hidden = wanted.find((need) => need.piece === HIDE && !lies(need));
  if (hidden) return { words: `Next: find ${catInWords(view, seat, HIDE)} under a box.`, need: hidden };
  return { words: `Everything lies there. Say ${isCalm(view) ? "that you have finished" : "Meow"}.`, need: null };
}

function boxOf(view: View, seat: number): Lying {
  return { piece: NONE, place: view.box[seat]!, side: 0, rot: 0 };
}

function told(view: View, seat: number, need: Lying): string {
  const where = need.place < 0 ? "where the card shows it; move your box first" : placeFromBox(view, seat, need.place);
  return [catInWords(view, seat, need.piece), look(need), where].filter(Boolean).join(", ");
}

/** "Three of six lie right." */
export function missingInWords(view: View, seat: number): string {
  const { right, all } = progressOf(view, seat)!;
  const number = NUMBERS[right]!;
  if (right === all && view.box_side[seat] === cardOfSeat(view, seat)!.box) return `All ${NUMBERS[all]} lie right.`;
  const words = number.charAt(0).toUpperCase() + number.slice(1);
  return `${right ? words : "None"} of ${NUMBERS[all]} ${right === 1 ? "lies" : "lie"} right. When all do, press the paw.`;
}

/** The card of the row with the fewest pieces, by its place in the row; -1 if there is none. */
export function easiest(row: readonly number[], sizeOf: (card: number) => number): number {
  const sizes = row.map((card) => (card < 0 ? Infinity : sizeOf(card)));
  const least = Math.min(...sizes);
  return Number.isFinite(least) ? sizes.indexOf(least) : NONE;
}

// ---------------------------------------------------------------- what went wrong

/** What is wrong with a checked picture, a sentence for each piece. */
export function faultLines(view: View, seat: number): string[] {
  const faults = view.faults[seat]!;
  const card = cardOfSeat(view, seat);
  if (!faults || !card) return [];
  const wanted = wantedOn(view, seat);
  const lines = view.place[seat]!.flatMap((place, piece) =>
    hasBit(faults, piece)
      ? [
          faultOf(
            view,
            seat,
            piece,
            place,
            wanted.find((need) => need.piece === piece),
          ),
        ]
      : [],
  );
  const box = hasBit(faults, PAGE.box_bit) ? [`The box card should be ${PAGE.box_sides[card.box]}.`] : [];
  return [...box, ...lines];
}

function faultOf(view: View, seat: number, piece: number, place: number, need: Lying | undefined): string {
  const named = piece === HIDE ? animalInWords(cardOfSeat(view, seat)!.animal) : breedInWords(piece);
  const has = piece === HIDE && view.hide[seat]! >= 0 ? animalInWords(view.hide[seat]!) : named;
  if (!need) return `The ${has} is not on the card.`;
  const where = need.place < 0 ? "" : `, ${placeFromBox(view, seat, need.place).replace("your", "the")}`;
  if (place < 0) return `The ${named} is missing${where}.`;
  if (has !== named) return `The ${has} should be the ${named}.`;
  const wrongs = [
    place === need.place ? "" : `should lie ${where.slice(2) || "nearer to the box"}`,
    piece === HIDE || view.side[seat]![piece] === need.side ? "" : `should be ${sideInWords(need.side)}`,
    view.rot[seat]![piece] === need.rot ? "" : turnTold(view.rot[seat]![piece]!, need.rot),
  ].filter(Boolean);
  return `The ${named} ${wrongs.join(" and ")}.`;
}

/** By how much, and which way, a piece should be turned further. */
function turnTold(rot: number, wanted: number): string {
  const right = (wanted - rot + 6) % 6;
  if (right === 3) return "should be turned half round";
  return right < 3
    ? `should be turned ${counted(right, "step")} to the right`
    : `should be turned ${counted(6 - right, "step")} to the left`;
}
