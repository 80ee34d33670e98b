/**
 * What is told beside the game: one notice at a time, and remarks, which stay in the log. Knows no table.
 */

/** Something to be told once: why not, or what somebody did beside the game. */
export interface Notice {
  key: number;
  tone: "refusal" | "told" | "said";
  text: string;
  clause: string | null;
  seat: number | null;
}

/** Something that happened beside the game, and after how many moves. */
export interface Remark {
  key: number;
  ply: number;
  seat: number | null;
  text: string;
}

export class Notices {
  current = $state.raw<Notice | null>(null);
  remarks = $state.raw<Remark[]>([]);
  #number = 0;

  /** Tells something; the next thing that is told takes its place. */
  tell(tone: Notice["tone"], text: string, clause: string | null = null, seat: number | null = null): void {
    this.current = { key: ++this.#number, tone, text, clause, seat };
  }

  keep(remark: Remark): void {
    this.remarks = [...this.remarks, remark];
  }

  /** Moves were taken back: what was said after them stands where the game goes on from. */
  cut(ply: number): void {
    this.remarks = this.remarks.map((remark) => (remark.ply > ply ? { ...remark, ply } : remark));
  }

  dismiss(): void {
    this.current = null;
  }
}
