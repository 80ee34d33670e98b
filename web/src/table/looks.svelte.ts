/**
 * How seats look and what the rules call them. A game's drawing says it from the view; where it does not, the game's card
 * does. It hardly ever changes while views always do, so it is handed on only when it has.
 */
import type { GameInfo } from "../generated/protocol";
import type { Session } from "./session.svelte";
import type { View } from "./truth";
import { cardClass } from "./seatcolours";
import { addressed, seatsOf, partsOf, textOf, type Called, type Part } from "./words";
import type { SeatInfo } from "./board";

/** Classes for the seats of a game whose card tells no colours. */
const PLAIN = ["p-red", "p-blue", "p-green", "p-plum", "p-ochre"];

interface Look {
  called: Called;
  classes: string[];
}

export class Looks {
  #session: Session;
  #last: Look = { called: [], classes: [] };

  #look = $derived.by(() => (this.#last = steady(this.#last, this.#lookOf(this.#session.scene?.view ?? null))));
  /** What the rules call the seats, by seat. */
  called = $derived<Called>(this.#look.called);
  seats = $derived.by<SeatInfo[]>(() => seatsOf(this.#session.table?.seats ?? [], this.#session.connected));

  constructor(session: Session) {
    this.#session = session;
  }

  /** The class that carries a seat's colour. */
  classOf(seat: number): string {
    return this.#look.classes[seat] ?? plainClass(null, seat);
  }

  /** A sentence of the rules with names in it. */
  parts(sentence: string): Part[] {
    return partsOf(sentence, this.called, this.seats, this.#session.drawing?.names);
  }

  /** The same as plain text. */
  named(sentence: string): string {
    return textOf(this.parts(sentence));
  }

  /** What is to be done now; where several share the device, whoever is meant is called by name. */
  prompt(): Part[] {
    const { now, you } = this.#session;
    const parts = this.parts(now?.prompt ?? "");
    const seat = now?.seat ?? null;
    if (seat === null || (you?.seats.length ?? 0) < 2) return parts;
    return addressed(parts, seat, this.seats[seat]?.name ?? "");
  }

  #lookOf(view: View | null): Look {
    const { drawing, isDrawn, info, table } = this.#session;
    const told = table?.seats ?? [];
    // until it is known how a game is drawn, nobody is called anything
    const card = view && isDrawn ? info : null;
    const { called, seatClass } = (view && drawing) || {};
    return {
      called: told.map(
        ({ seat, kind, name }) => called?.(view!, seat) ?? (card ? cardName(card, seat, kind, name) : ""),
      ),
      classes: told.map(({ seat }) => seatClass?.(view!, seat) ?? plainClass(info, seat)),
    };
  }
}

/** What a card calls a seat; opponents that the rules play are called by their names. */
function cardName(card: GameInfo, seat: number, kind: string, name: string): string {
  return kind === "automaton" ? name : (card.seats?.[seat]?.name ?? "");
}

function plainClass(card: GameInfo | null, seat: number): string {
  return (card && cardClass(card, seat)) ?? PLAIN[seat % PLAIN.length]!;
}

/** What was known, if it is what is said now. */
function steady(known: Look, now: Look): Look {
  return sameList(known.called, now.called) && sameList(known.classes, now.classes) ? known : now;
}

function sameList(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}
