import { expect, test } from "vitest";
import { LEVELS, MATCHED, levelOf, levelsOf } from "./levels";

test("a game offers the levels that it has, such as a cat at one's own pace", () => {
  const levels = [MATCHED, ...LEVELS].map((name) => ({ name }));
  expect(levelsOf({ levels }).map((level) => levelOf(level).name)).toEqual([
    "At your pace",
    "Kitten",
    "House cat",
    "Alley cat",
    "Top cat",
  ]);
  expect(levelsOf(null)).toEqual(LEVELS);
});
