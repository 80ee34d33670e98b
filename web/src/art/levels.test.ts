import { expect, test } from "vitest";
import { LEVELS, LION, MATCHED, levelOf, levelsOf } from "./levels";

test("a game offers the levels that it has, such as a cat at one's own pace", () => {
  const levels = [MATCHED, ...LEVELS, LION].map((name) => ({ name }));
  expect(levelsOf({ levels }).map((level) => levelOf(level).name)).toEqual([
    "At your pace",
    "Kitten",
    "House cat",
    "Alley cat",
    "Top cat",
    "Lion",
  ]);
  expect(levelsOf(null)).toEqual(LEVELS);
});
