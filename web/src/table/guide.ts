/** What the frame hands to the guide beside the board. */
import type { Component } from "svelte";

export interface GuideProps {
  game: string;
  /** The clause to open the guide at, such as "CAB-38"; null for where one was. */
  clause: string | null;
  /** Beside a table there is little room. */
  compact: true;
}

/** Fetches the guide when somebody first wants to read in it. */
export type LoadGuide = () => Promise<{ default: Component<GuideProps> }>;
