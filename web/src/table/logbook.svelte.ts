/**
 * The moves so far: fetched from the server, and continued with every move that is shown. Moves that come while the
 * log is on its way are not lost. Knows neither views nor boards.
 */
import type { Log, Moved } from "../generated/protocol";
import { Chronicle } from "./chronicle";

/** What a log book has to know of the table. */
export interface Sources {
  /** The log as the server has it, for whoever looks. */
  fetch: () => Promise<Log>;
  /** How many moves what is shown has. */
  shown: () => number;
  /** The log has come. */
  loaded: () => void;
}

export class Logbook {
  chronicle = $state.raw(new Chronicle());

  #sources: Sources;
  #isWanted = false;
  #isLoading = false;
  /** Moves that were shown while the log was on its way. */
  #meanwhile: Moved[] = [];

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Adds moves that have been shown; all at once, since everything that is told of them follows from each change. */
  write(...moves: Moved[]): void {
    if (this.#isLoading) this.#meanwhile.push(...moves);
    let longer: Chronicle | null = this.chronicle;
    for (const moved of moves) longer = longer?.with(moved) ?? null;
    if (longer) this.chronicle = longer;
    else void this.load();
  }

  /** Forgets what came after a moment. */
  cut(ply: number): void {
    this.chronicle = this.chronicle.until(ply);
  }

  /** Fetches the moves so far; asked for again meanwhile, they are fetched once more. */
  async load(): Promise<void> {
    this.#isWanted = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#isWanted) await this.#fetch();
    this.#isLoading = false;
    this.#meanwhile = [];
  }

  async #fetch(): Promise<void> {
    const known = this.#sources.shown();
    this.#isWanted = false;
    this.#meanwhile = [];
    try {
      const log = await this.#sources.fetch();
      const shown = this.#sources.shown();
      this.chronicle = this.#meanwhile
        .filter(({ ply }) => ply >= log.lines.length)
        .reduce((grown, moved) => grown.with(moved) ?? grown, Chronicle.of(log))
        .until(shown);
      // moves that were shown while the log was on its way may be missing from it
      if (shown > known && this.chronicle.plies < shown) this.#isWanted = true;
      this.#sources.loaded();
    } catch {
      // without the log the game can still be played; it is asked for again with the next move
    }
  }
}
