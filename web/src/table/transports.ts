/**
 * Two ways to reach a table: a socket, or, where something on the way does not let sockets through, a stream of events
 * with a request for each command. Both carry the same messages. What these mean is not known here.
 */
import type { Bye, Error as ErrorMessage, FromClient } from "../generated/protocol";

/** What a line tells of itself. Nothing comes after `lost`, which comes once. */
export interface Ears {
  heard: (text: string) => void;
  /** Nothing was said, but the line lives. */
  alive: () => void;
  lost: () => void;
}

export interface Transport {
  send: (message: FromClient) => void;
  close: () => void;
}

/** Opens a line to the table at a path such as "/api/tables/x"; the query says who comes and what they know. */
export type Dial = (path: string, query: URLSearchParams, ears: Ears) => Transport;

/** Milliseconds until a socket has to be open. */
const OPENING = 5000;

export const dialSocket: Dial = (path, query, ears) => {
  const address = new URL(`${path}/socket?${query}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  const lose = once(ears.lost);
  const giveUp = () => {
    lose();
    socket.close();
  };
  const opening = setTimeout(giveUp, OPENING);
  const isDone = () => lose.done;
  socket.onopen = () => clearTimeout(opening);
  socket.onmessage = (event) => {
    if (!isDone()) ears.heard(String(event.data));
  };
  socket.onclose = () => {
    clearTimeout(opening);
    lose();
  };
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: giveUp,
  };
};

export const dialStream: Dial = (path, query, ears) => {
  const ending = new AbortController();
  const lose = once(ears.lost);
  const giveUp = () => {
    lose();
    ending.abort();
  };
  void follow(`${path}/stream?${query}`, ending.signal, ears).then(giveUp, giveUp);
  return {
    send: (message) => {
      // what travels by requests is not measured
      if (message.type === "ping" || message.type === "echo") return;
      // a stream cannot be asked for what it has sent before, nor told who looks; a new one can
      if (message.type === "resync" || message.type === "look") giveUp();
      else void post(`${path}/commands?${query}`, message, ending.signal).then(ears.heard, giveUp);
    },
    close: giveUp,
  };
};

function once(act: () => void): { (): void; done: boolean } {
  const acting = () => {
    if (acting.done) return;
    acting.done = true;
    act();
  };
  acting.done = false;
  return acting;
}

async function follow(url: string, signal: AbortSignal, ears: Ears): Promise<void> {
  const response = await fetch(url, { signal, credentials: "same-origin", headers: { accept: "text/event-stream" } });
  if (!response.ok || !response.body) {
    const said = (await response.json()) as ErrorMessage;
    const bye: Bye = { type: "bye", code: said.code, sentence: said.sentence };
    ears.heard(JSON.stringify(bye));
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) return;
    ears.alive();
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) ears.heard(line.slice(6));
  }
}

async function post(url: string, message: FromClient, signal: AbortSignal): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, {
    method: "POST",
    credentials: "same-origin",
    headers,
    body: JSON.stringify(message),
    signal,
  });
  return await response.text();
}
