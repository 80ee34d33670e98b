import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterwards, moveOf } from "./lookahead";

class Part {
  constructor(readonly press: string | null) {}
  closest = () => (this.press === null ? null : { getAttribute: () => this.press });
}

beforeEach(() => vi.stubGlobal("Element", Part));
afterEach(() => vi.unstubAllGlobals());

const CHOICES: { move: object; label: string }[] = [
  { move: { stop: {} }, label: "Stop and drive" },
  { move: { move: { way: "up", size: 2 } }, label: "Up 2" },
];
const part = (press: string | null) => new Part(press) as unknown as EventTarget;

test("a verb is looked at by the move it carries", () => {
  expect(moveOf(part("stop"), CHOICES)).toBe(CHOICES[0]!.move);
  expect(moveOf(part("move 2 up"), CHOICES)).toBe(CHOICES[1]!.move);
});

test("what plays nothing now is not looked at", () => {
  for (const press of ["roll", null]) expect(moveOf(part(press), CHOICES)).toBeNull();
  expect(moveOf(null, CHOICES)).toBeNull();
});

test("a look says who acts then", () => {
  const nameOf = (seat: number) => ["Mina", "Pepper"][seat]!;
  expect(afterwards("luck", 0, nameOf)).toBe("Then luck decides.");
  expect(afterwards("house", 0, nameOf)).toBe("Then something hidden is turned up.");
  expect(afterwards("over", 0, nameOf)).toBe("Then the game is over.");
  expect(afterwards(0, 0, nameOf)).toBe("Then you go on.");
  expect(afterwards(1, 0, nameOf)).toBe("Then it is Pepper's turn.");
  expect(afterwards(null, 0, nameOf)).toBe("");
});
