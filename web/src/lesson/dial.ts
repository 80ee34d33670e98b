/**
 * A lesson as a table that can be dialled: it speaks the table's protocol from the lesson's document, so that session,
 * frame and board are the real ones. Only why an illegal move is refused is asked of the server.
 */
import { post } from "../api";
import type { FromClient, Move, Play, Verdict, WhyNot } from "../generated/protocol";
import { type PaperLine, paperLine } from "../table/paperline";
import type { Dial } from "../table/transports";
import type { Course } from "./course";

export interface DialledLesson {
  dial: Dial;
  /** Tells everything anew, after the course was led elsewhere. */
  tell: () => void;
}

/** `tried` hears of every move that was not the one asked for. */
export function lineTo(course: Course, tried: (move: Move) => void): DialledLesson {
  async function refusal(move: Move): Promise<Verdict> {
    const { game, id } = course.lesson;
    const path = `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}/tries`;
    return await post<Verdict>(path, { ...course.place, move });
  }

  async function play({ key, move }: Play, { say, refuse }: PaperLine): Promise<void> {
    const outcome = course.play(move);
    if (outcome && "news" in outcome) {
      say({ type: "ok", key, seq: outcome.news.now.seq });
      say(outcome.news);
      return;
    }
    tried(move);
    if (outcome) return refuse(key, outcome.say);
    const { sentence, clause } = await refusal(move);
    refuse(key, sentence, clause);
  }

  async function why({ key, move }: WhyNot, { say }: PaperLine): Promise<void> {
    tried(move);
    const { legal, clause, sentence } = await refusal(move);
    say({ type: "reason", key, legal, clause, sentence });
  }

  function asked(message: FromClient, line: PaperLine): void {
    const failed = (problem: Error) => "key" in message && line.refuse(message.key, problem.message);
    if (message.type === "play") void play(message, line).catch(failed);
    else if (message.type === "why") void why(message, line).catch(failed);
    else if ("key" in message) line.refuse(message.key, "This is a lesson: there is nothing of that kind here.");
  }

  const { dial, say } = paperLine(() => course.welcome(), asked);
  return { dial, tell: () => say(course.welcome()) };
}
