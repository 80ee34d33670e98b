/**
 * Who won, by how much, and why: worked out from places, points and the parts of the points. Knows no game: what the parts
 * are called comes with them.
 */
import type { Outcome, ScorePart } from "../../generated/protocol";
import { capital, listOf } from "../../lobby/words";
import type { Part } from "../words";
import type { Highlight } from "./story";

/** What to call everybody: by seat, and who reads it. */
export interface Who {
  names: string[];
  /** The seat that is "you"; null where nobody is. */
  own: number | null;
  /** Whether somebody reads it who sat at the table. */
  isSeated: boolean;
}

const MOST_HIGHLIGHTS = 3;

/** Seats from the first place to the last; those who share one by their points, then as they sit. */
export function orderOf({ places, scores }: Outcome): number[] {
  return places
    .map((_, seat) => seat)
    .sort((one, other) => places[one]! - places[other]! || scores[other]! - scores[one]! || one - other);
}

export function winnersOf({ places, scored }: Outcome): number[] {
  return scored ? places.flatMap((place, seat) => (place === 1 ? [seat] : [])) : [];
}

/** By how many points the first is ahead of the next; 0 where a tie was broken, or there is no other. */
function marginOf(outcome: Outcome): number {
  const [first, second] = orderOf(outcome);
  return second === undefined ? 0 : Math.abs(outcome.scores[first!]! - outcome.scores[second]!);
}

/** What a game that does not tell the parts of its scores has: the score. */
export function partsOfScore(outcome: Outcome): ScorePart[] {
  return outcome.parts ?? [];
}

// ---------------------------------------------------------------- the headline

export function titleOf(outcome: Outcome, who: Who): Part[] {
  const winners = winnersOf(outcome);
  if (!outcome.scored) return plain(who.isSeated ? "You lose" : "The game is lost");
  if (winners.length === 0) return plain("Nobody wins");
  const [winner] = winners;
  if (outcome.places.length === 1)
    return [name(0, who), text(` ${verb(0, who, "end", "ends")} with ${outcome.scores[0]}`)];
  if (winners.length > 1) return [...listed(winners, who), text(" share the victory")];
  const margin = marginOf(outcome);
  const how = margin > 0 ? ` by ${margin}` : ", equal on points";
  return [name(winner!, who), text(` ${verb(winner!, who, "win", "wins")}${how}`)];
}

function listed(seats: number[], who: Who): Part[] {
  return seats.flatMap((seat, at) => {
    const between = at === 0 ? [] : [text(at === seats.length - 1 ? " and " : ", ")];
    const called = name(seat, who);
    return [...between, at === 0 ? called : { ...called, text: inside(seat, who) }];
  });
}

function plain(words: string): Part[] {
  return [text(words)];
}

function text(words: string): Part {
  return { text: words, seat: null };
}

function name(seat: number, who: Who): Part {
  return { text: capital(inside(seat, who)), seat };
}

/** In the middle of a sentence. */
function inside(seat: number, { names, own }: Who): string {
  return seat === own ? "you" : (names[seat] ?? "");
}

function verb(seat: number, { own }: Who, yours: string, theirs: string): string {
  return seat === own ? yours : theirs;
}

// ---------------------------------------------------------------- the reason

/**
 * In one or two sentences what made the difference to whoever reads it, or to the second place. `ending` is how the game
 * itself tells its end: it speaks where no points decided.
 */
export function whyOf(outcome: Outcome, who: Who, ending: string): string {
  const told = ending ? `${capital(ending)}.` : "";
  const [winner, ...others] = winnersOf(outcome);
  const order = orderOf(outcome);
  if (winner === undefined || others.length > 0 || order.length < 2) return told;
  if (marginOf(outcome) === 0) return told;
  const rival = who.own !== null && who.own !== winner ? who.own : order[1]!;
  return comparison(outcome, winner, rival, who) || told;
}

const VERBS: Record<string, string> = { wins: "win", ends: "end", has: "have", loses: "lose", is: "are" };

/** How a game tells its end, told to whoever sits on a seat: "Red wins, ahead of Blue" is "you win, ahead of Blue". */
export function toReader(ending: Part[], own: number | null): string {
  return ending
    .map(({ text: words, seat }, at) => {
      const before = ending[at - 1];
      if (seat !== null && seat === own) return /^'s\b/.test(ending[at + 1]?.text ?? "") ? "your" : "you";
      if (before?.seat == null || before.seat !== own) return words;
      // the first word after "you", where a sentence begins with it
      const fitting = at === 1 ? words.replace(/^ (\w+)/, (_, verb: string) => ` ${VERBS[verb] ?? verb}`) : words;
      return fitting.replace(/^'s\b/, "");
    })
    .join("");
}

/** What one seat has that another has not: a part, and by how much. */
interface Lead {
  part: ScorePart;
  by: number;
}

function comparison(outcome: Outcome, winner: number, rival: number, who: Who): string {
  const fewer = outcome.scores[winner]! < outcome.scores[rival]! ? -1 : 1;
  const leads = partsOfScore(outcome)
    .map((part) => ({ part, by: fewer * (part.points[winner]! - part.points[rival]!) }))
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
  const won = leads.filter(({ by }) => by > 0).slice(0, 2);
  const [lost] = leads.filter(({ by }) => by < 0);
  const [first, second] = [capital(inside(winner, who)), inside(rival, who)];
  if (won.length === 0) return "";
  const more = listOf(won.map((lead) => inWords(lead, fewer)));
  if (lost) return `${rivalsBest(lost, rival, fewer, who)} But ${inside(winner, who)} had ${more}.`;
  return won.every(({ part }) => isCounted(part))
    ? `${first} had ${more} than ${second}.`
    : `Compared with ${second}, ${inside(winner, who)} had ${more}.`;
}

/** "You had the most fish, 4 of them." */
function rivalsBest({ part, by }: Lead, rival: number, fewer: number, who: Who): string {
  const own = part.points[rival]!;
  const isBest = part.points.every((points, seat) => seat === rival || fewer * points < fewer * own);
  const called = capital(inside(rival, who));
  if (isBest && fewer > 0 && isCounted(part) && part.points.length > 2)
    return `${called} had the most ${part.things[1]}, ${own / part.each} of them.`;
  return `${called} had ${inWords({ part, by }, fewer)}.`;
}

function isCounted(part: ScorePart): boolean {
  return part.each > 0 && part.things.length === 2;
}

/** "13 more cans", "7 more points for taller towers", "3 fewer points in penalties". */
function inWords({ part, by }: Lead, fewer: number): string {
  const points = Math.abs(by);
  if (isCounted(part) && fewer > 0) {
    const things = points / part.each;
    return `${things} more ${part.things[things === 1 ? 0 : 1]}`;
  }
  const isLoss = fewer < 0 || (part.points.every((each) => each <= 0) && part.points.some((each) => each < 0));
  return `${points} ${isLoss ? "fewer" : "more"} ${points === 1 ? "point" : "points"} ${part.told}`;
}

// ---------------------------------------------------------------- the table

/** Points as a cell shows them: "21", "3 × 10", "−3". */
export function cellOf(part: ScorePart, seat: number): string {
  const points = part.points[seat] ?? 0;
  return part.each > 1 && points !== 0 ? `${points / part.each} × ${part.each}` : signed(points);
}

/** Where the points of a seat came from, as one would say it: "10 for fares, 5 for leaving the city". */
export function sumInWords(parts: ScorePart[], seat: number): string {
  return parts
    .filter(({ points }) => points[seat])
    .map(({ points, told }) => `${signed(points[seat]!)} ${told}`)
    .join(", ");
}

export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** How long the pieces of a seat's bar are, as shares of the longest bar; what is lost has no length. */
export function barOf(parts: ScorePart[], seat: number): number[] {
  const length = (one: number) => parts.reduce((sum, { points }) => sum + Math.max(0, points[one] ?? 0), 0);
  const longest = Math.max(1, ...(parts[0]?.points ?? []).map((_, one) => length(one)));
  return parts.map(({ points }) => Math.max(0, points[seat] ?? 0) / longest);
}

/** Three at most, and one of whoever reads it among them if there is one. */
export function chosen(all: Highlight[], own: number | null): Highlight[] {
  const first = all.slice(0, MOST_HIGHLIGHTS);
  if (own === null || first.some(({ seat }) => seat === own)) return first;
  const mine = all.slice(MOST_HIGHLIGHTS).find(({ seat }) => seat === own);
  return mine ? [...first.slice(0, -1), mine] : first;
}

/** "Longest crossing: Clover", "Best shelter: yours at the Delgados". */
export function headOf({ title, seat, who: said }: Highlight, who: Who): string {
  const called = said ?? (seat === null ? "" : inside(seat, who));
  return called ? `${title}: ${called}` : title;
}

/** What is handed on with a link: the result in a line. */
export function lineOf(outcome: Outcome, names: string[], game: string): string {
  const all = orderOf(outcome).map((seat) => `${names[seat]} ${signed(outcome.scores[seat]!)}`);
  return outcome.scored ? `${game}: ${all.join(", ")}` : `${game}: lost`;
}
