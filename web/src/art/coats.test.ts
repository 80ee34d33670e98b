import { expect, test } from "vitest";
import { catCalled, CATS, COATS, nextCat } from "./coats";
import { faceOf } from "./faces";
import { LEVELS, LION, levelOf, levelWord } from "./levels";

test("twelve cats in five levels have sixty faces", () => {
  const levels = [...LEVELS, LION];
  const faces = CATS.flatMap((cat) => levels.map((level) => faceOf(cat, level)));
  expect(new Set(faces.map(({ id }) => id)).size).toBe(60);
  expect(new Set(faces.map(({ sheet }) => sheet)).size).toBe(60);
  for (const cat of CATS) for (const level of levels) expect(faceOf(cat, level).sheet).toContain(COATS[cat].fur);
});

test("whoever is no cat of the twelve has the face of the level", () => {
  expect(faceOf("", "top-cat")).toBe(faceOf("Domino", "top-cat"));
  expect(faceOf("Cat 13", "kitten")).toBe(faceOf("Marmalade", "kitten"));
  expect(levelOf("tiger")).toMatchObject({ name: "Tiger", look: "house" });
  expect(levelWord("house-cat")).toBe("house cat");
});

test("the next cat is another one that nobody has taken", () => {
  expect(nextCat(null, [])).toBe("Marmalade");
  expect(nextCat("Marmalade", ["pepper"])).toBe("Domino");
  expect(nextCat("Juniper", [])).toBe("Marmalade");
  expect(nextCat("Pearl", CATS)).toBe(null);
  expect([catCalled("Pearl"), catCalled("pearl")]).toEqual(["Pearl", null]);
});
