/** A day as people say it: "November 18, 2026". */
export const day = (at: number): string =>
  new Date(at).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
