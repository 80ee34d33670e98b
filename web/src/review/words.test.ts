import { expect, test } from "vitest";
import { costInWords, heardBy, reasonHeard } from "./words";

test("moves of others are not said to whoever reads", () => {
  expect(heardBy("Move your catwalk, or another if you like", false)).toBe(
    "Move their catwalk, or another if they like",
  );
  expect(heardBy("Move your catwalk", true)).toBe("Move your catwalk");
});

test("a reason names the seat that it is told from", () => {
  expect(reasonHeard("You get 12 cans.", "Mina", false)).toBe("From Mina’s seat: you get 12 cans.");
  expect(reasonHeard("From Mina's seat: you get 12 cans.", "Mina", false)).toBe("From Mina's seat: you get 12 cans.");
  expect(reasonHeard("You get 12 cans.", "Mina", true)).toBe("You get 12 cans.");
});

test("nobody is said to have given away more than a game", () => {
  const [careful, careless] = [
    { cost: 0.37, loss_per_decision: 0.01 },
    { cost: 1.37, loss_per_decision: 0.0231 },
  ];
  expect(costInWords(careful, [careful])).toBe("37 %");
  expect(costInWords(careless, [careful, careless])).toBe("2.3 % a decision");
  expect(costInWords(careful, [careful, careless])).toBe("1.0 % a decision");
});
