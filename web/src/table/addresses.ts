/** Addresses of a table on the server. */

/** Where something of a table is; whoever was invited says so. */
export function tablePath(id: string, invite: string | null, what: string, query: Record<string, string> = {}): string {
  const all = new URLSearchParams(invite ? { ...query, invite } : query);
  return `/api/tables/${encodeURIComponent(id)}/${what}${all.size ? `?${all}` : ""}`;
}

/** The part of a query that says from where one looks. */
export function fromSeat(seat: number | null): Record<string, string> {
  return seat === null ? {} : { seat: String(seat) };
}
