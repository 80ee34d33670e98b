import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../../table/board";
import { whoIs, whom, whose } from "./naming";

const seats = ["Mina", "Socks"].map((name, seat): SeatInfo => ({
  seat,
  name,
  kind: "guest",
  level: null,
  connected: true,
}));

describe("names", () => {
  it("are you for whoever reads them", () => {
    expect([whoIs(seats, 0, 0), whom(seats, 0, 0), whose(seats, 0, 0)]).toEqual(["You", "you", "your"]);
  });

  it("are names for everybody else", () => {
    expect([whoIs(seats, 1, 0), whom(seats, 1, null), whose(seats, 1, 0)]).toEqual(["Socks", "Socks", "Socks's"]);
  });
});
