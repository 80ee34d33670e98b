import { describe, expect, test } from "vitest";
import { addressed } from "./addressing";
import type { SeatInfo } from "./board";
import { partsOf, textOf } from "./words";

describe("a sentence to whoever it speaks of", () => {
  const called = ["Red", "Blue"];
  const people = [
    { seat: 0, name: "Mina" },
    { seat: 1, name: "Jonas" },
  ] as SeatInfo[];
  const told = (sentence: string, own: number | null = 0) => textOf(addressed(partsOf(sentence, called, people), own));

  test.each([
    ["Red rolls 5 dice.", "You roll 5 dice."],
    ["Red passes. The train rolls on by one card.", "You pass. The train rolls on by one card."],
    ["Red empties the catwalk dumpster for 2 cans.", "You empty the catwalk dumpster for 2 cans."],
    ["Red goes back to (1, 1).", "You go back to (1, 1)."],
    [
      "Red picks up a passenger and now has 1. The exit opens.",
      "You pick up a passenger and now have 1. The exit opens.",
    ],
    [
      "Red cannot pay the ante, takes 2 cans and loses the turn.",
      "You cannot pay the ante, take 2 cans and lose the turn.",
    ],
    ["Red's cat walks to the Oscars and pays 1 can.", "Your cat walks to the Oscars and pays 1 can."],
    ["Red's white die 1 shows 4.", "Your white die 1 shows 4."],
    ["Greedy cat: Red takes the red D6 from Blue.", "Greedy cat: you take the red D6 from Jonas."],
    ["Blue places 2 curses on Red.", "Jonas places 2 curses on you."],
    ["Blue moves Red's top floor.", "Jonas moves your top floor."],
    [
      "Red builds 1 floor in Roma, moves their top floor and takes the card.",
      "You build 1 floor in Roma, move your top floor and take the card.",
    ],
    [
      "Ferrara is complete: Blue wins the taller tower for 5 and Red the shorter one for 2.",
      "Ferrara is complete: Jonas wins the taller tower for 5 and you the shorter one for 2.",
    ],
    [
      "Blue's cat walks to the Oscars and pays 1 can for Red's catwalk.",
      "Jonas's cat walks to the Oscars and pays 1 can for your catwalk.",
    ],
  ])("%s", (sentence, expected) => expect(told(sentence)).toBe(expected));

  test("those who only watch read names", () => expect(told("Red rolls.", null)).toBe("Mina rolls."));
});
