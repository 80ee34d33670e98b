/**
 * A line to a table that exists only in a document, as lessons and puzzles have it: it speaks the table's protocol, so that
 * session, frame and board are the real ones. What a player does is answered by whoever made the line.
 */
import type { FromClient, FromServer, Welcome } from "../generated/protocol";
import type { Dial, Ears } from "./transports";

/** Milliseconds between signs of life. */
const ALIVE_EVERY = 3000;

export interface PaperLine {
  dial: Dial;
  say: (message: FromServer) => void;
  refuse: (key: string, sentence: string, clause?: string | null) => void;
}

/** `welcome` is everything as it is now; `asked` hears all that the line cannot answer by itself. */
export function paperLine(welcome: () => Welcome, asked: (message: FromClient, line: PaperLine) => void): PaperLine {
  let ears: Ears | null = null;

  const line: PaperLine = {
    dial: (_path, _query, listener) => {
      ears = listener;
      const living = setInterval(() => listener.alive(), ALIVE_EVERY);
      queueMicrotask(() => line.say(welcome()));
      return {
        send: (message) => queueMicrotask(() => hear(message)),
        close: () => {
          clearInterval(living);
          if (ears === listener) ears = null;
          listener.lost();
        },
      };
    },
    say: (message) => ears?.heard(JSON.stringify(message)),
    refuse: (key, sentence, clause = null) =>
      line.say({ type: "error", code: "illegal", sentence, key, clause, seq: null, retry_after: null }),
  };

  function hear(message: FromClient): void {
    if (message.type === "resync") line.say(welcome());
    else if (message.type === "ping") line.say({ type: "pong", at: message.at ?? 0 });
    else asked(message, line);
  }

  return line;
}
