/**
 * A puzzle as a table that can be dialled: it speaks the table's protocol from the puzzle's document, so that session, frame
 * and board are the real ones. A move that is tried is judged by the server, and changes nothing on the board.
 */
import { post } from "../api";
import type {
  FromClient,
  FromServer,
  Log,
  Move,
  Play,
  PuzzleAnswer,
  PuzzleDocument,
  Sight,
  Welcome,
} from "../generated/protocol";
import { PROTOCOL } from "../generated/protocol";
import { tableOnPaper } from "../table/onpaper";
import type { Means } from "../table/session.svelte";
import type { Ears } from "../table/transports";

/** Milliseconds between signs of life. */
const ALIVE_EVERY = 3000;
const LEFT_ALONE = "This is a puzzle: find the best move.";

export const pathOf = ({ game, id }: Pick<PuzzleDocument, "game" | "id">) =>
  `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;

/** Everything as it is, once and for all. */
export function welcomeTo(puzzle: PuzzleDocument): Welcome {
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
  let ears: Ears | null = null;
  const say = (message: FromServer) => ears?.heard(JSON.stringify(message));

  function refuse(key: string, sentence: string, clause: string | null = null): void {
    say({ type: "error", code: "illegal", sentence, key, clause, seq: null, retry_after: null });
  }

  async function play({ key, move }: Play): Promise<void> {
    const answer = await post<PuzzleAnswer>(`${pathOf(puzzle)}/tries`, { move });
    refuse(key, answer.verdict);
    answered(answer, move);
  }

  function hear(message: FromClient): void {
    if (message.type === "play") void play(message).catch((problem: Error) => refuse(message.key, problem.message));
    else if (message.type === "resync") say(welcomeTo(puzzle));
    else if (message.type === "ping") say({ type: "pong", at: message.at ?? 0 });
    else if ("key" in message) refuse(message.key, LEFT_ALONE);
  }

  return {
    dials: [
      (_path, _query, listener) => {
        ears = listener;
        const living = setInterval(() => listener.alive(), ALIVE_EVERY);
        queueMicrotask(() => say(welcomeTo(puzzle)));
        return {
          send: (message) => queueMicrotask(() => hear(message)),
          close: () => {
            clearInterval(living);
            if (ears === listener) ears = null;
            listener.lost();
          },
        };
      },
    ],
    ask: async (what): Promise<Log | Sight> => {
      const { seat, view, picture, prompt, scores } = puzzle;
      return what === "log" ? { seat, start: view, lines: [] } : { ply: 0, plies: 0, view, picture, prompt, scores };
    },
  };
}
