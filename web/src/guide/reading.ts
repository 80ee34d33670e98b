/** What the parts of an open guide share: where things are, how to get there, and which clause is being looked at. */
import { createContext } from "svelte";
import type { ClauseInfo } from "../generated/protocol";
import type { Drawing } from "./drawings";
import type { Peeking } from "./peeking.svelte";

export interface Reading {
  clause: (id: string) => ClauseInfo | undefined;
  drawing: (name: string) => Drawing | undefined;
  /** The id that a chapter, a block or a clause has in this document. */
  anchor: (name: string) => string;
  /** A link to a chapter or a clause that works everywhere. */
  address: (name: string) => string;
  /** Goes to a chapter or a clause. */
  open: (name: string) => void;
  peeking: Peeking;
}

export const [getReading, setReading] = createContext<Reading>();

/** Whether a click asks for the place itself, not for another tab or window. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
