/** A table that exists only in a document, as lessons and puzzles have it: nobody hosts it, no clock runs, no luck is sealed. */
import type { TableInfo } from "../generated/protocol";

type Described = Pick<TableInfo, "id" | "game" | "rules" | "players" | "options" | "seats">;

export function tableOnPaper(described: Described): TableInfo {
  return {
    ...described,
    clock: "off",
    listed: false,
    hints: false,
    stage: "playing",
    host: null,
    commitment: null,
    luck: null,
    opening: 0,
    rematch: null,
    deal: null,
    name: "",
  };
}
