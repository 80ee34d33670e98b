/** The deal of the day over HTTP. Knows no page. */
import { get, newKey, postKeyed } from "../api";
import type { DealDocument, DealWeek, Opened } from "../generated/protocol";
import { beSomebody } from "../guests";

export const askWeek = () => get<DealWeek>("/api/deals");
export const askDeal = (day: string) => get<DealDocument>(`/api/deals/${encodeURIComponent(day)}`);

/** Sits down to a deal and says where. */
export async function playDeal(day: string): Promise<string> {
  await beSomebody();
  const { id } = await postKeyed<Opened>(`/api/deals/${encodeURIComponent(day)}/play`, { key: newKey() });
  return `/t/${id}`;
}
