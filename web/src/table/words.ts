/**
 * Names and sentences. The rules call seats by what lies on the table, such as a colour; people want to read names. Knows
 * no game: what the rules call a seat comes from the game's drawing.
 */
import { LEVELS, levelOf } from "../art/levels";
import type { Link, SeatInfo as ToldSeat } from "../generated/protocol";
import { counted, nameOn } from "../lobby/words";
import type { SeatInfo } from "./board";

/** A part of a sentence: plain text, or somebody's name. */
export interface Part {
  text: string;
  seat: number | null;
}

/** What the rules call the seats, by seat; empty where nothing is known. */
export type Called = string[];

/** The seats as games are told of them: friends' seats that wait are open, whoever left keeps the name. */
export function seatsOf(told: ToldSeat[], connected: boolean[]): SeatInfo[] {
  const names = distinct(told.map(plainName));
  return told.map((seat, index) => ({
    seat: seat.seat,
    name: names[index]!,
    kind: kindOf(seat.kind),
    level: seat.level,
    cat: seat.kind === "bot" ? seat.name : null,
    face: seat.face,
    connected: connected[seat.seat] ?? false,
  }));
}

function kindOf(kind: ToldSeat["kind"]): SeatInfo["kind"] {
  if (kind === "friend") return "open";
  return kind === "absent" ? "guest" : kind;
}

function plainName(seat: ToldSeat): string {
  // a record from before cats had names calls a bot by its level
  if (seat.kind === "absent" && LEVELS.includes(seat.name)) return levelOf(seat.name).name;
  return nameOn(seat) || "Free seat";
}

/** Names of which several are the same are numbered: colours and shapes stand beside them wherever they are shown. */
function distinct(names: string[]): string[] {
  return names.map((name, index) => {
    const same = (other: string) => other === name;
    return names.filter(same).length < 2 ? name : `${name} ${names.slice(0, index).filter(same).length + 1}`;
  });
}

/** A sentence of the rules with people's names in it. Other names, such as "Russian Blue", stay as they are. */
export function partsOf(sentence: string, called: Called, seats: SeatInfo[], others: readonly string[] = []): Part[] {
  const known = called.filter(Boolean);
  if (known.length === 0) return sentence ? [{ text: sentence, seat: null }] : [];
  const any = new RegExp(`\\b(${[...others, ...known].map(escaped).join("|")})\\b`);
  return sentence
    .split(any)
    .map((text, index) => {
      const seat = index % 2 === 1 ? called.indexOf(text) : -1;
      return seat >= 0 ? { text: seats[seat]?.name ?? text, seat } : { text, seat: null };
    })
    .filter((part) => part.text !== "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

export function textOf(parts: Part[]): string {
  return parts.map((part) => part.text).join("");
}

/** A sentence under somebody's heading, which need not say again who it is: "Red's die shows 5" is "Die shows 5". */
export function withoutSubject(parts: Part[], seat: number | null): Part[] {
  const [first, second, ...rest] = parts;
  if (!first || !second || seat === null || first.seat !== seat) return parts;
  const text = second.text.replace(/^('s)?\s+/, "");
  return [{ ...second, text: text.charAt(0).toUpperCase() + text.slice(1) }, ...rest];
}

/** A prompt to one of several people who share a device, who is called by name: "Mia, your turn: roll." */
export function addressed(parts: Part[], seat: number, name: string): Part[] {
  const [first, ...rest] = parts;
  if (!first || first.seat !== null || !first.text.startsWith("Your ")) return parts;
  return [{ text: name, seat }, { text: `, y${first.text.slice(1)}`, seat: null }, ...rest];
}

/** What ends the first part of a prompt: "Your turn: roll", "It's Mina's turn to roll", "It's Mina's move: go back". */
const HEAD = /:(?= )|^'s turn(?= )/;

/** A prompt in two: who, and what to do. */
export function headed(parts: Part[]): { head: Part[]; body: Part[] } {
  const at = parts.findIndex((part) => HEAD.test(part.text));
  if (at < 0) return { head: [], body: parts };
  const { text, seat } = parts[at]!;
  const found = HEAD.exec(text)!;
  const cut = found.index + found[0].length;
  return {
    head: [...parts.slice(0, at), { text: text.slice(0, cut), seat }],
    body: [{ text: text.slice(cut + 1), seat }, ...parts.slice(at + 1)],
  };
}

/** One way to say something: who, and what. */
export interface Version {
  head: Part[];
  body: Part[];
}

/**
 * A sentence and what may stand for it where there is less room, each shorter than the one before: without what is in
 * brackets, then its first sentence alone, then only whose turn it is. Nothing is cut in the middle.
 */
export function versionsOf(head: Part[], body: Part[]): Version[] {
  const plain = body.map((part) => ({ ...part, text: part.text.replace(/ \([^()]*\)/g, "") }));
  const end = textOf(plain).search(/[.!?] (?=\S)/);
  const first = end < 0 ? plain : firstOf(plain, end + 1);
  const told = [
    { head, body },
    { head, body: plain },
    { head, body: first },
  ];
  if (head.length > 0) told.push({ head: closed(head), body: [] });
  return told.filter(({ body: words }, at) => at === 0 || textOf(words) !== textOf(told[at - 1]!.body));
}

/** The first so many letters of a sentence. */
function firstOf(parts: Part[], length: number): Part[] {
  const kept: Part[] = [];
  for (const part of parts) {
    if (length <= 0) break;
    kept.push({ ...part, text: part.text.slice(0, length) });
    length -= part.text.length;
  }
  return kept;
}

/** "Your turn:" or "It's Mina's turn" as a sentence of its own. */
function closed(head: Part[]): Part[] {
  return head.map((part, at) => (at < head.length - 1 ? part : { ...part, text: part.text.replace(/:?$/, ".") }));
}

/** None of them is a cat that plays as a bot, so that a table is never taken for somebody who sits there. */
export const FURS = [
  "Tortoiseshell",
  "Calico",
  "Cinnamon",
  "Smoke",
  "Ginger",
  "Velvet",
  "Amber",
  "Thistle",
  "Maple",
  "Hazel",
  "Willow",
  "Copper",
  "Slate",
  "Honey",
  "Russet",
  "Indigo",
];

/** A name for a table by which two people can be sure that they mean the same one. */
export function tableName(id: string): string {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return `${FURS[sum % FURS.length]} ${1 + (Math.floor(sum / FURS.length) % 99)}`;
}

const HOUR = 3_600_000;

/** Minutes and seconds; days and hours where there is so much of it. */
export function clockFace(milliseconds: number): string {
  if (milliseconds >= 2 * HOUR) {
    const hours = Math.floor(milliseconds / HOUR);
    const days = Math.floor(hours / 24);
    return days ? `${days} d ${hours % 24} h` : `${hours} h`;
  }
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What a table knows of somebody's connection. */
export function reachInWords({ ms, strange }: Link): string {
  const usual = `${ms} ms are taken off for the connection.`;
  return strange ? `This connection became much slower than it was. ${usual}` : usual;
}

const ORDINALS = ["", "1st", "2nd", "3rd"];

export function ordinal(place: number): string {
  return ORDINALS[place] ?? `${place}th`;
}

/** A place as people say it; a game that has no score was lost, and there is no second place in it. */
export function placeInWords(place: number, isScored: boolean): string {
  return isScored ? ordinal(place) : "lost";
}

/** Points for those who listen. */
export function pointsInWords(points: number | undefined): string {
  return points === undefined ? "no score" : counted(points, "point", "points");
}
