import { expect, test } from "vitest";
import { catCalled, CATS, COATS, nextCat } from "./coats";
import { faceOf } from "./faces";
import { LEVELS, levelOf, levelWord } from "./levels";

test("twelve cats in four levels have forty-eight faces", () => {
  const faces = CATS.flatMap((cat) => LEVELS.map((level) => faceOf(cat, level)));
  expect(new Set(faces.map(({ id }) => id)).size).toBe(48);
  expect(new Set(faces.map(({ sheet }) => sheet)).size).toBe(48);
  for (const cat of CATS) for (const level of LEVELS) expect(faceOf(cat, level).sheet).toContain(COATS[cat].fur);
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
