/**
 * Checks the luck of a finished game. The hash of its seed was shown before the first move; now that the seed is known,
 * every outcome can be computed again. Nothing here trusts the server beyond what it had said before.
 */
import type { LogEntry, Move } from "../generated/protocol";
import { bytesOf, hmac, sha256 } from "./sha256";
import { canonical } from "./truth";

export interface Verdict {
  /** Whether the seed is the one that was promised. */
  kept: boolean;
  /** How many outcomes were computed again. */
  checked: number;
  /** Plies at which something else came than luck says. */
  wrong: number[];
}

const ENCODER = new TextEncoder();
const ALL = 1n << 64n;

/**
 * Which of the outcomes with these weights comes at a ply, or at what stands for it: exactly by weight, by drawing again
 * what lies in the rest.
 */
export function chosen(seed: Uint8Array, ply: number | string, weights: number[]): number {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const limit = ALL - (ALL % total);
  for (let attempt = 0; ; attempt++) {
    const drawn = new DataView(hmac(seed, ENCODER.encode(`${ply}:${attempt}`)).buffer).getBigUint64(0);
    if (drawn < limit) return byWeight(weights, Number(drawn % total));
  }
}

function byWeight(weights: number[], point: number): number {
  let left = point;
  return weights.findIndex((weight) => (left -= weight) < 0);
}

/** The moves of luck in the text of a record, by ply: the log may hide some of them, the record does not. */
export function movesOf(record: string): Move[] {
  const lines = record.trimEnd().split("\n").slice(1, -1);
  return lines.map((line) => (JSON.parse(line) as { move: Move }).move);
}

/** Whether the luck of a record counts by kind: what is drawn, and how often that was drawn before. */
export function isByKind(record: string): boolean {
  const header = JSON.parse(record.slice(0, record.indexOf("\n"))) as { luck: { scheme: string } };
  return header.luck.scheme === "sealed by kind";
}

/** What stands for a ply where luck counts by kind, by ply. */
function kindsOf(lines: LogEntry[]): Map<number, string> {
  const counts = new Map<string, number>();
  const drawn = lines.flatMap(({ ply, odds }) => {
    const move = odds?.[0]?.move;
    if (move === undefined) return [];
    const kind = typeof move === "string" ? move : Object.keys(move as object)[0]!;
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    return [[ply, `${kind} ${before}`] as const];
  });
  return new Map(drawn);
}

/** Holds every outcome against the seed; the first `opening` moves were taken over from another game. */
export function verdict(
  commitment: string,
  seed: string,
  opening: number,
  lines: LogEntry[],
  moves: Move[],
  byKind = false,
): Verdict {
  const bytes = bytesOf(seed);
  const kinds = byKind ? kindsOf(lines) : null;
  const lucky = lines.filter((line) => line.odds !== null && line.ply >= opening);
  const wrong = lucky.filter(({ ply, odds }) => {
    const index = chosen(
      bytes,
      kinds?.get(ply) ?? ply,
      odds!.map(({ weight }) => weight),
    );
    return canonical(odds![index]?.move) !== canonical(moves[ply]);
  });
  return { kept: sha256(bytes) === commitment, checked: lucky.length, wrong: wrong.map(({ ply }) => ply) };
}
