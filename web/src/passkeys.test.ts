import { expect, test } from "vitest";
import { bytesOf, textOf } from "./passkeys";

test("bytes become text that fits into addresses, and bytes again", () => {
  for (const bytes of [[], [0], [255, 254], [251, 239, 190], Array.from({ length: 256 }, (_, at) => at)]) {
    const text = textOf(Uint8Array.from(bytes).buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...bytesOf(text)]).toEqual(bytes);
  }
});
