/** Ratings and the club over HTTP. Knows no page. */
import { get, post } from "../api";
import type { Club, Ratings } from "../generated/protocol";
import { beSomebody } from "../guests";

/** How one does here. Whoever asks becomes a guest: there is somebody to be told of then. */
export async function askRatings(): Promise<Ratings> {
  await beSomebody();
  return get<Ratings>("/api/me/ratings");
}

export async function askClub(): Promise<Club> {
  await beSomebody();
  return get<Club>("/api/club");
}

export const wishClub = (member: boolean) => post<Club>("/api/club", { member });
