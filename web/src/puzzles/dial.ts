/**
 * A puzzle as a table that can be dialled: it speaks the table's protocol from the puzzle's document, so that session, frame
 * and board are the real ones. A move that is tried is judged by the server, and changes nothing on the board.
 */
import { post } from "../api";
import type { Log, Move, Play, PuzzleAnswer, PuzzleDocument, Sight, Welcome } from "../generated/protocol";
import { PROTOCOL } from "../generated/protocol";
import { tableOnPaper } from "../table/onpaper";
import { type PaperLine, paperLine } from "../table/paperline";
import type { Means } from "../table/session.svelte";

const LEFT_ALONE = "This is a puzzle: find the best move.";

export const pathOf = ({ game, id }: Pick<PuzzleDocument, "game" | "id">) =>
  `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;

/** Everything as it is, once and for all. */
function welcomeTo(puzzle: PuzzleDocument): Welcome {
  const { game, rules, players, options, seats, seat, view, prompt, choices, scores, hash } = puzzle;
  return {
    type: "welcome",
    protocol: PROTOCOL,
    table: tableOnPaper({ id: "puzzle", game, rules, players, options, seats }),
    you: { guest: "solver", name: "You", seats: [seat], host: false, invite: null },
    connected: seats.map(() => true),
    watching: 0,
    view,
    now: {
      seq: 1,
      ply: 0,
      seat,
      actor: seat,
      prompt,
      choices,
      scores,
      parts: [],
      undo: false,
      takeback: null,
      running: null,
      time: null,
      outcome: null,
      hash,
    },
  };
}

/** How a session reaches a puzzle; `answered` hears what came of a legal move. */
export function meansTo(puzzle: PuzzleDocument, answered: (answer: PuzzleAnswer, move: Move) => void): Means {
  async function play({ key, move }: Play, { refuse }: PaperLine): Promise<void> {
    const answer = await post<PuzzleAnswer>(`${pathOf(puzzle)}/tries`, { move });
    refuse(key, answer.verdict);
    answered(answer, move);
  }

  const { dial } = paperLine(
    () => welcomeTo(puzzle),
    (message, line) => {
      if (message.type === "play")
        void play(message, line).catch((problem: Error) => line.refuse(message.key, problem.message));
      else if ("key" in message) line.refuse(message.key, LEFT_ALONE);
    },
  );
  return {
    dials: [dial],
    ask: async (what): Promise<Log | Sight> => {
      const { seat, view, picture, prompt, scores } = puzzle;
      return what === "log" ? { seat, start: view, lines: [] } : { ply: 0, plies: 0, view, picture, prompt, scores };
    },
  };
}
