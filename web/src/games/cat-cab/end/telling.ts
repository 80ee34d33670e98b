/** What is told of a game of Cat Cab at its end: who was out first, who drove farthest, who was cursed most. */
import { capital, listOf } from "../../../lobby/words";
import { most, spanAt, type Highlight, type Story } from "../../../table/end/story";
import { whom } from "../../boards/naming";
import { PAGE } from "../generated";
import { OUT, cursesInWords, seatsOf, spacesInWords, type Move, type View } from "../reading";
import { stuckIn } from "./endings";

/** What the points do not tell. */
export function aside({ view, seats, own }: Pick<Story<View, Move>, "view" | "seats" | "own">): string {
  const stuck = stuckIn(view);
  if (view.champion < 0 || stuck.length === 0) return "";
  return `${capital(listOf(stuck.map((seat) => whom(seats, seat, own))))} sat in traffic until the tow barge came.`;
}

export function highlights(story: Story<View, Move>): Highlight[] {
  return [firstOut(story), longestDrive(story), mostCursed(story)].filter((found) => found !== null);
}

function firstOut({ view, views, spans }: Story<View, Move>): Highlight | null {
  const seat = view.departure.indexOf(1);
  if (seat < 0) return null;
  const left = views.findIndex(({ departure }) => departure[seat] === 1);
  return { title: "First out of the city", seat, text: `in turn ${spanAt(spans, left - 1)}` };
}

function longestDrive({ steps, spans }: Story<View, Move>): Highlight | null {
  const drives = spans.map(({ seat, from, to }) => ({
    seat,
    from,
    spaces: steps.slice(from, to).reduce((sum, { move }) => sum + (move && "move" in move ? move.move.spaces : 0), 0),
  }));
  const best = most(drives, ({ spaces }) => spaces);
  return (
    best && {
      title: "Longest drive",
      seat: best.seat,
      text: `${spacesInWords(best.spaces)} in turn ${spanAt(spans, best.from)}`,
    }
  );
}

/** Curses that came to anybody, by rivals or by the dice. */
function mostCursed({ view, views }: Story<View, Move>): Highlight | null {
  const came = seatsOf(view).map((seat) =>
    views.slice(1).reduce((sum, after, at) => sum + Math.max(0, after.curses[seat]! - views[at]!.curses[seat]!), 0),
  );
  const seat = most(seatsOf(view), (each) => came[each]!);
  return seat === null ? null : { title: "Most cursed", seat, text: `${cursesInWords(came[seat]!)} in all` };
}

/** Points as they stand at a moment; those who are out of the game have none. */
export function scoresOf(view: View): number[] {
  return seatsOf(view).map((seat) => {
    if (view.place[seat] === OUT) return 0;
    const leaving = PAGE.leaving_points[view.departure[seat]! - 1] ?? 0;
    return PAGE.passenger_points * view.held[seat]! + leaving;
  });
}
