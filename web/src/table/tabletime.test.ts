import { describe, expect, test } from "vitest";
import { RoundTrips, TableTime } from "./tabletime";

describe("round trips", () => {
  test("the shortest of the last five counts", () => {
    const trips = new RoundTrips();
    expect(trips.shortest).toBe(0);
    for (const trip of [20, 90, 80]) trips.add(trip);
    expect(trips.shortest).toBe(20);
    for (const trip of [70, 60, 85]) trips.add(trip);
    expect(trips.shortest).toBe(60);
    trips.forget();
    expect(trips.shortest).toBe(0);
  });
});

describe("table time", () => {
  test("before anything was heard it is the beginning", () => {
    expect(new TableTime().at(5000)).toBe(0);
  });

  test("it runs on from what was heard, which was half a round trip old", () => {
    const time = new TableTime();
    time.hear(1000, 50, 40);
    expect(time.at(50)).toBe(1020);
    expect(time.at(250)).toBe(1220);
  });

  test("a message that was held up does not turn it back: it runs slower until it is right", () => {
    const time = new TableTime();
    time.hear(1000, 0, 0);
    time.hear(1060, 100, 0);
    expect(time.at(100)).toBe(1100);
    expect(time.at(140)).toBe(1120);
    expect(time.at(180)).toBe(1140);
    expect(time.at(300)).toBe(1260);
  });

  test("it never runs backwards, however unevenly messages come", () => {
    const time = new TableTime();
    const delays = [5, 90, 10, 200, 0, 45, 45, 300, 20];
    let shown = -1000;
    for (let local = 0; local < 3000; local += 10) {
      const delay = delays[(local / 100) % delays.length];
      if (local % 100 === 0 && delay !== undefined) time.hear(local - delay, local, 0);
      expect(time.at(local)).toBeGreaterThan(shown);
      shown = time.at(local);
    }
  });

  test("what is later than was thought is shown at once", () => {
    const time = new TableTime();
    time.hear(1000, 0, 0);
    time.hear(1500, 100, 0);
    expect(time.at(100)).toBe(1500);
  });

  test("it stands still when told so, and continues where the table is", () => {
    const time = new TableTime();
    time.hear(1000, 0, 0);
    time.stand(300);
    expect(time.at(9000)).toBe(1300);
    time.hear(1100, 9000, 0);
    expect(time.at(9000)).toBe(1100);
    expect(time.at(9010)).toBe(1110);
  });
});
