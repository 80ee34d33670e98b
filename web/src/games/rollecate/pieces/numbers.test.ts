import { describe, expect, it } from "vitest";
import { numbersOn } from "./numbers";

describe("numbers on cards", () => {
  it("are at least eleven pixels high, however small the card is", () => {
    for (let across = 27; across <= 130; across += 1)
      expect((numbersOn(across)!.height * across) / 100).toBeGreaterThanOrEqual(11);
  });

  it("stand in two corners where there is room, and in one where they would hide the track", () => {
    expect(numbersOn(84)!.spots).toHaveLength(2);
    expect(numbersOn(38)!.spots).toHaveLength(1);
  });

  it("never leave the card, nor reach over the middle of it", () => {
    for (let across = 27; across <= 130; across += 1) {
      const { radius, spots } = numbersOn(across)!;
      expect(spots[0]! - radius).toBeGreaterThan(0);
      expect(2 * radius).toBeLessThan(56);
    }
  });

  it("are left out of an icon", () => {
    expect(numbersOn(24)).toBeNull();
  });
});
