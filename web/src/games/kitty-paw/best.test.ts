import { describe, expect, it } from "vitest";
import { withTime, type Best } from "./best.svelte";

const time = (ms: number, round = ms): Best => ({ table: "/t/one", round, card: "I-01", ms });

describe("the best times", () => {
  it("are kept with the shortest first, and no more than five", () => {
    const all = [9000, 4000, 7000, 5000, 8000, 6000].reduce((kept, ms) => withTime(kept, time(ms)), [] as Best[]);
    expect(all.map(({ ms }) => ms)).toEqual([4000, 5000, 6000, 7000, 8000]);
  });

  it("count a round once, however often it is looked at", () => {
    const once = withTime([], time(4000, 1));
    expect(withTime(once, time(4000, 1))).toBe(once);
  });
});
