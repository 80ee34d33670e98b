/** What a server says, for tests of the session: a game of two in which somebody has just moved. */
import type { Log, Moved, Now, Welcome } from "../generated/protocol";
import { hashOf, type View } from "./truth";

export const VIEW = { a: 0, b: 0 };

export function now(seq: number, view: View, changes: Partial<Now> = {}): Now {
  return {
    seq,
    ply: seq,
    seat: 0,
    actor: 0,
    prompt: "Your turn: roll.",
    choices: [{ move: { roll: {} }, label: "Roll" }],
    scores: [0, 0],
    undo: false,
    takeback: null,
    running: null,
    time: null,
    outcome: null,
    hash: hashOf(view),
    parts: [],
    ...changes,
  };
}

export function welcome(seats = [0]): Welcome {
  const sitting = (seat: number, name: string) =>
    ({ seat, kind: "guest", name, level: null, away: false, time: null, learning: null, face: "" }) as const;
  const table = { id: "x", game: "g", stage: "playing", seats: [sitting(0, "Mina"), sitting(1, "Jonas")], hints: true };
  const you = { guest: "g1", name: "Mina", seats, host: true, invite: null };
  return {
    type: "welcome",
    protocol: 1,
    table: table as unknown as Welcome["table"],
    you,
    connected: [true, true],
    watching: 0,
    view: VIEW,
    now: now(2, VIEW),
  };
}

export function moved(seq: number, actor: Moved["actor"], changes: View): Moved {
  return {
    type: "moved",
    seq,
    at: 0,
    ply: seq - 1,
    passed: 0,
    actor,
    move: { roll: {} },
    sentence: actor === 1 ? "Blue rolls." : "Red rolls.",
    changes,
  };
}

export const LOG: Log = {
  seat: 0,
  start: VIEW,
  lines: [0, 1].map((ply) => ({ ply, actor: 0, move: {}, sentence: "Red waits.", changes: {}, odds: null })),
};
