import { expect, test } from "vitest";
import { drawFace, faceInWords, FACES } from "./faces";

const ALL = FACES.map(({ id }) => id);

test("a face is drawn among those that nobody at the table has", () => {
  const drawn = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map((lot) => drawFace("", ALL.slice(0, 5), () => lot));
  expect(new Set(drawn)).toEqual(new Set(ALL.slice(5)));
});

test("another draw gives another face, whoever sits there", () => {
  for (const before of ALL) {
    expect(drawFace(before, [], () => 0)).not.toBe(before);
    expect(drawFace(before, ALL, () => 0.999)).not.toBe(before);
  }
});

test("faces are told in words", () => {
  expect(faceInWords("me-siam")).toBe("Siamese");
  expect(faceInWords("")).toBe("");
});
