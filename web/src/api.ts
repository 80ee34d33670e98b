/**
 * Talking to the server over HTTP: typed answers, typed errors, and patience. A request that can safely be made twice is
 * repeated while the server cannot be reached; one that the server refused is not. Knows no page.
 */
import type { Error as ErrorMessage } from "./generated/protocol";

/** The server understood and said no, in a sentence for whoever asked. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly clause: string | null = null,
    /** Seconds after which the same may be asked again. */
    readonly retryAfter: number | null = null,
  ) {
    super(sentence);
  }
}

/** Nobody answered, after several attempts. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. Check your connection and try again.");
  }
}

/** What to say of something that failed. */
export function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

const ATTEMPTS = 4;
/** Seconds that a person waits without being told why. */
const LONGEST_WAIT = 5;

/** Milliseconds to wait after so many failed attempts: twice as long each time, and never the same for everybody. */
export function pauseAfter(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(300 * 2 ** (failures - 1), 8000);
  return longest / 2 + (longest / 2) * random();
}

/** A new key for a command: the same command with the same key is carried out once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function get<T>(path: string): Promise<T> {
  return patiently<T>(path, { method: "GET" });
}

/** Posts something that carries a key, so that it may be sent again. */
export function postKeyed<T>(path: string, body: { key: string }): Promise<T> {
  return patiently<T>(path, posting(body));
}

/** Posts something once. */
export function post<T>(path: string, body: object): Promise<T> {
  return attempt<T>(path, posting(body));
}

/** Takes something away; twice is as good as once. */
export function remove<T>(path: string): Promise<T> {
  return patiently<T>(path, { method: "DELETE" });
}

/** Posts a text as it is, once. */
export function postText<T>(path: string, body: string): Promise<T> {
  return attempt<T>(path, { method: "POST", headers: { "Content-Type": "text/plain" }, body });
}

function posting(body: object): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

async function patiently<T>(path: string, request: RequestInit): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt<T>(path, request);
    } catch (problem) {
      if (failures === ATTEMPTS || !mayPass(problem)) throw problem;
      const asked = problem instanceof Refused ? 1000 * (problem.retryAfter ?? 0) : 0;
      await new Promise((resolve) => setTimeout(resolve, asked + pauseAfter(failures)));
    }
  }
}

/** Whether a problem may be gone in a moment: nobody answered, the server is overloaded or is just starting. */
function mayPass(problem: unknown): boolean {
  if (!(problem instanceof Refused)) return problem instanceof Unreachable;
  return [429, 502, 503, 504].includes(problem.status) && (problem.retryAfter ?? 0) <= LONGEST_WAIT;
}

async function attempt<T>(path: string, request: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...request });
  } catch {
    throw new Unreachable();
  }
  if (response.ok) return (await response.json()) as T;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Refused> {
  try {
    const said = (await response.json()) as ErrorMessage;
    if (said.type === "error")
      return new Refused(response.status, said.code, said.sentence, said.clause, said.retry_after);
  } catch {
    // Something between here and the server answered in its place; there is no sentence to read.
  }
  return new Refused(response.status, "broken", "The server could not answer this request. Try again in a moment.");
}
