import { expect, it } from "vitest";
import { divide } from "../geometry";
import { table } from "../table.fixture";
import { clothOf, pressedOn } from "./cloth";

it("tells what of the cloth was pressed", () => {
  for (const size of [
    { width: 800, height: 460 },
    { width: 374, height: 420 },
  ]) {
    const division = divide(size);
    const cloth = clothOf(table(), division);
    const [die] = cloth.dice;
    expect(pressedOn(cloth, division, { x: cloth.deck.x + 3, y: cloth.deck.y + 3 })).toBe("deck");
    expect(pressedOn(cloth, division, { x: die!.x + 3, y: die!.y + 3 })).toBe("dice");
    expect(pressedOn(cloth, division, { x: division.wood.x + 3, y: division.wood.y + 3 })).toBe("wood");
    expect(pressedOn(cloth, division, { x: cloth.deck.x - 3, y: cloth.deck.y - 3 })).toBeNull();
  }
});
