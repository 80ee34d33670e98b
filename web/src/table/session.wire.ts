/**
 * The other end of a session, for tests: what the page would say to the server and the server to the page, and small things
 * that stand for the connection, the settings, the drawing of a game and the catalogue.
 */
import type { Pace } from "../settings.svelte";
import type { FromServer, Log, Move, TableCommand } from "../generated/protocol";
import type { Answer, Options } from "./connection";
import type { View } from "./truth";

interface Sent {
  command: TableCommand;
  resolve: (answer: Answer) => void;
  reject: (problem: Error) => void;
}

const fresh = () => ({
  sent: [] as Sent[],
  resyncs: [] as number[],
  log: null as Log | Promise<Log> | null,
  logs: 0,
  hidden: false,
  racing: false,
  pace: 0,
  measured: 0,
  /** What waits until the page has been painted; null where nothing has to wait. */
  unpainted: null as (() => void)[] | null,
  /** Whether the next frame has something to bear already. */
  taken: false,
});

export const wire = { options: null as Options | null, ...fresh() };

/** Everything anew; the log is what the server would answer. */
export function restart(log: Log): void {
  Object.assign(wire, fresh(), { log });
  fakeSettings.settings.pace = "calm";
}

export async function hear(message: FromServer): Promise<void> {
  wire.options!.hear(message, performance.now());
  await settled();
}

export const settled = () => new Promise((resolve) => queueMicrotask(() => setTimeout(resolve)));

export class FakeConnection {
  roundTrip = 40;

  constructor(options: Options) {
    wire.options = options;
  }
  start(): void {}
  stop(): void {}
  send(command: TableCommand): Promise<Answer> {
    return new Promise((resolve, reject) => wire.sent.push({ command, resolve, reject }));
  }
  resync(since: number): void {
    wire.resyncs.push(since);
  }
  measure(): void {
    wire.measured++;
  }
}

export const fakeSettings = {
  pace: () => wire.pace,
  settings: { pace: "calm" as Pace | null },
};

export const fakeMotion = {
  afterPaint: (then: () => void) => {
    if (wire.unpainted === null) then();
    else wire.unpainted.push(then);
    return () => void (wire.unpainted = wire.unpainted?.filter((waiting) => waiting !== then) ?? null);
  },
  takeFrame: () => {},
  inFreeFrame: (then: () => void) => {
    if (wire.taken) wire.unpainted!.push(then);
    else then();
  },
};

/** The page is painted. */
export function paint(): void {
  for (const then of wire.unpainted?.splice(0) ?? []) then();
}

export const fakeGames = {
  drawingOf: async () => ({
    called: (_: View, seat: number) => ["Red", "Blue"][seat],
    seatClass: (_: View, seat: number) => `p-${seat}`,
    duration: () => 100,
    quiet: ({ move }: { move: Move }) => "grab" in move,
  }),
};

export const fakeCatalogue = {
  catalogue: () => null,
  askCatalogue: async () => ({ games: [{ id: "g", hidden: wire.hidden, racing: wire.racing }] }),
};

export async function fetchLog(): Promise<Log | null> {
  wire.logs++;
  return wire.log;
}
