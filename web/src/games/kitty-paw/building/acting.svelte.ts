/**
 * What a seat does, as moves in their order: shown at once, sent one after the other. Knows what hands can do, not how
 * they are moved; whether something may be done is for the table to say.
 */
import {
  BREEDS,
  HIDE,
  NONE,
  NOWHERE,
  animalInSight,
  breedName,
  cardOf,
  inHand,
  isBuilding,
  pieceName,
  placeName,
  PHASE,
  plays,
  type CellName,
  type Move,
  type View,
} from "../reading";
import { PAGE } from "../generated";
import { foresee } from "./foresight";
import { BOX_CARD } from "./lattice";
import { noise } from "./noises";
import { Queue } from "./queue";

/** The table as the board is given it. */
export interface Given {
  view: () => View;
  viewer: () => number | null;
  play: (move: Move) => void;
  /** Asks the table why something cannot be done. */
  whyNot: (move: Move) => void;
  /** What was sent and is not to be seen yet. */
  underway: () => readonly Move[];
  /** Whether moves may be made at all: not in pictures, and not while looking at earlier moments. */
  open: () => boolean;
}

/** A move on its way, and what the seat had done before it. */
interface Sent {
  move: Move;
  acts: string;
  answered: (made: boolean) => void;
}

export class Acting {
  readonly #given: Given;
  readonly #queue: Queue<Move>;
  #untaken = $state.raw<readonly Move[]>([]);
  #sent: Sent | null = null;
  #pawed = $state(NONE);

  /** The table with everything done that the hand has done. */
  ahead = $derived.by(() => {
    const seat = this.seat;
    return seat === null ? this.#given.view() : foresee(this.#given.view(), seat, this.#untaken);
  });
  held = $derived.by(() => inHand(this.ahead, this.seat));
  /** Whether the seat builds now: the round is open, a card is taken, nothing was called. */
  builds = $derived.by(() => {
    const { seat, ahead } = this;
    return seat !== null && this.#given.open() && isBuilding(ahead, seat) && ahead.card[seat]! >= 0 && !this.isCalling;
  });

  /** `fell` hears of a move that was refused, with the table as it was hoped for. */
  constructor(given: Given, fell: (move: Move, hoped: View) => void) {
    this.#given = given;
    this.#queue = new Queue<Move>(
      (move) => this.#send(move),
      (untaken) => (this.#untaken = untaken),
      (move) => fell(move, this.ahead),
    );
  }

  get seat(): number | null {
    return this.#given.viewer();
  }

  /** Whether Meow has been called and the table has not taken it yet. */
  get isCalling(): boolean {
    return this.#untaken.some((move) => "meow" in move);
  }

  /** Whether the paw of this call is on its way. */
  get isPawed(): boolean {
    return this.#pawed >= 0 && this.#pawed === this.#given.view().called;
  }

  #send(move: Move): Promise<boolean> {
    const acts = this.#actsSoFar();
    this.#given.play(move);
    return new Promise((answered) => {
      this.#sent = { move, acts, answered };
      this.hear();
    });
  }

  /** Looks whether the table has answered what was sent: it counts what every seat has done. */
  hear(): void {
    const sent = this.#sent;
    const underway = this.#given.underway();
    if (!sent || underway.includes(sent.move)) return;
    this.#sent = null;
    sent.answered(this.#actsSoFar() !== sent.acts);
  }

  #actsSoFar(): string {
    const { round, phase, acts, ready } = this.#given.view();
    return `${round} ${phase} ${acts[this.seat ?? 0]} ${ready}`;
  }

  #do(...moves: Move[]): void {
    if (this.#given.open() && this.seat !== null) this.#queue.add(...moves);
  }

  #ask(move: Move): false {
    if (this.#given.open() && this.seat !== null) this.#given.whyNot(move);
    return false;
  }

  // ---------------------------------------------------------------- around building

  ready(): void {
    const { seat, ahead } = this;
    if (seat !== null && plays(ahead, seat) && !((ahead.ready >> seat) & 1)) this.#do({ ready: {} });
  }

  takeCard(number: number): void {
    const card = cardOf(number);
    if (!card || this.seat === null || this.ahead.phase !== PHASE.building || this.ahead.card[this.seat]! >= 0) return;
    noise("flip");
    this.#do({ take_card: { card: card.id } });
  }

  /** What was done last must have arrived first: a Meow waits for it. */
  meow(): void {
    if (!this.builds) return;
    noise("meow");
    this.#do({ meow: {} });
  }

  /** A paw waits for nothing. */
  paw(): void {
    const view = this.#given.view();
    if (this.seat === null || !this.#given.open() || this.isPawed || view.phase !== PHASE.paws) return;
    if (!((view.due >> this.seat) & 1)) return;
    this.#pawed = view.called;
    this.#queue.drop();
    this.#given.play({ paw: {} });
    noise("paw");
  }

  /** The moment is over in which what waits made sense. */
  stop(): void {
    this.#queue.drop();
  }

  // ---------------------------------------------------------------- pieces

  /** Takes a tile from the middle; one that is in the hand goes back. Says whether it was tried. */
  grab(breed: number, side: number): boolean {
    const grab: Move = { grab: { breed: breedName(breed), side: PAGE.sides[side]! } };
    if (!this.builds || this.#lies(breed)) return this.#ask(grab);
    const back: Move[] = this.held >= 0 ? [{ give_back: { piece: pieceName(this.held) } }] : [];
    noise("pick");
    this.#do(...back, grab);
    return true;
  }

  #lies(breed: number): boolean {
    return this.held !== breed && this.ahead.place[this.seat!]![breed] !== NOWHERE;
  }

  lift(piece: number): void {
    if (!this.builds || this.held >= 0) return;
    noise("pick");
    this.#do({ lift: { piece: pieceName(piece) } });
  }

  put(place: number): void {
    if (!this.builds || this.held < 0) return;
    noise("drop");
    this.#do({ put: { place: placeName(place) } });
  }

  turn(piece: number, way: "left" | "right"): void {
    if (this.builds && piece >= 0) this.#do({ turn: { piece: pieceName(piece), way } });
  }

  flip(piece: number): void {
    if (!this.builds || piece < 0 || piece >= BREEDS) return;
    noise("flip");
    this.#do({ flip: { breed: breedName(piece) } });
  }

  giveBack(piece: number): void {
    if (!this.builds || piece < 0) return;
    noise("drop");
    this.#do({ give_back: { piece: pieceName(piece) } });
  }

  flipBox(): void {
    if (!this.builds) return;
    noise("flip");
    this.#do({ box_flip: {} });
  }

  moveBox(cell: number): void {
    if (!this.builds) return;
    noise("drop");
    this.#do({ box_move: { cell: placeName(cell) as CellName } });
  }

  /** Somebody let go of a piece, or of the box card, over a cell where it finds no room; where it was it may lie. */
  noRoom(piece: number, cell: number): void {
    if (cell < 0 || this.seat === null) return;
    if (piece !== BOX_CARD) this.#ask({ put: { place: placeName(cell) } });
    else if (cell !== this.ahead.box[this.seat]) this.#ask({ box_move: { cell: placeName(cell) as CellName } });
  }

  // ---------------------------------------------------------------- hide and seek

  /** Whether the seat may look under boxes: its card asks for an animal, and it has none yet. */
  get seeks(): boolean {
    const { seat, ahead } = this;
    return this.builds && seat !== null && cardOf(ahead.card[seat]!)!.animal >= 0 && ahead.hide[seat]! < 0;
  }

  /** Looks under a box; says whether it was tried. */
  peek(box: number): boolean {
    const peek: Move = { peek: { slot: (box + 1) as 1 } };
    if (!this.seeks || this.held >= 0) return this.#ask(peek);
    noise("pick");
    this.#do(peek);
    return true;
  }

  unpeek(): void {
    if (this.builds && this.ahead.peeking[this.seat!]! >= 0) this.#do({ unpeek: {} });
  }

  /** Keeps the animal that is in sight; says whether there was one. */
  keep(): boolean {
    if (!this.builds || animalInSight(this.ahead, this.seat) < 0) return false;
    this.#do({ keep: {} });
    return true;
  }

  /** What the seat has of a piece: which animal, which side, how it is turned. */
  lookOf(piece: number): { animal: number; side: number; rot: number } {
    const { seat, ahead } = this;
    if (seat === null || piece < 0) return { animal: NONE, side: 0, rot: 0 };
    return {
      animal: piece === HIDE ? ahead.hide[seat]! : NONE,
      side: ahead.side[seat]![piece]!,
      rot: ahead.rot[seat]![piece]!,
    };
  }
}
