/**
 * A lesson as a table that can be dialled: it speaks the table's protocol from the lesson's document, so that session,
 * frame and board are the real ones. Only why an illegal move is refused is asked of the server.
 */
import { post } from "../api";
import type { FromClient, FromServer, Move, Play, Verdict, WhyNot } from "../generated/protocol";
import type { Dial, Ears } from "../table/transports";
import type { Course } from "./course";

/** Milliseconds between signs of life. */
const ALIVE_EVERY = 3000;

export interface Line {
  dial: Dial;
  /** Tells everything anew, after the course was led elsewhere. */
  tell: () => void;
}

/** `tried` hears of every move that was not the one asked for. */
export function lineTo(course: Course, tried: (move: Move) => void): Line {
  let ears: Ears | null = null;
  const say = (message: FromServer) => ears?.heard(JSON.stringify(message));

  async function refusal(move: Move): Promise<Verdict> {
    const { game, id } = course.lesson;
    const path = `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}/tries`;
    return await post<Verdict>(path, { ...course.place, move });
  }

  function refuse(key: string, sentence: string, clause: string | null): void {
    say({ type: "error", code: "illegal", sentence, key, clause, seq: null, retry_after: null });
  }

  async function play({ key, move }: Play): Promise<void> {
    const outcome = course.play(move);
    if (outcome && "news" in outcome) {
      say({ type: "ok", key, seq: outcome.news.now.seq });
      say(outcome.news);
      return;
    }
    tried(move);
    if (outcome) return refuse(key, outcome.say, null);
    const { sentence, clause } = await refusal(move);
    refuse(key, sentence, clause);
  }

  async function why({ key, move }: WhyNot): Promise<void> {
    tried(move);
    const { legal, clause, sentence } = await refusal(move);
    say({ type: "reason", key, legal, clause, sentence });
  }

  function hear(message: FromClient): void {
    switch (message.type) {
      case "play":
        void play(message).catch((problem: Error) => refuse(message.key, problem.message, null));
        break;
      case "why":
        void why(message).catch((problem: Error) => refuse(message.key, problem.message, null));
        break;
      case "resync":
        say(course.welcome());
        break;
      case "ping":
        say({ type: "pong", at: message.at ?? 0 });
        break;
      default:
        if ("key" in message) refuse(message.key, "This is a lesson: there is nothing of that kind here.", null);
    }
  }

  const dial: Dial = (_path, _query, listener) => {
    ears = listener;
    const living = setInterval(() => listener.alive(), ALIVE_EVERY);
    queueMicrotask(() => say(course.welcome()));
    return {
      send: (message) => queueMicrotask(() => hear(message)),
      close: () => {
        clearInterval(living);
        if (ears === listener) ears = null;
        listener.lost();
      },
    };
  };
  return { dial, tell: () => say(course.welcome()) };
}
