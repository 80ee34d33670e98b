/** Guides from the server; each is asked for once and then remembered. Knows no page. */
import { get } from "../api";
import type { GuideInfo } from "../generated/protocol";

const asked = new Map<string, Promise<GuideInfo>>();

export function askGuide(game: string): Promise<GuideInfo> {
  const answer = asked.get(game) ?? get<GuideInfo>(`/api/games/${encodeURIComponent(game)}/guide`);
  asked.set(game, answer);
  answer.catch(() => asked.delete(game));
  return answer;
}
