import { expect, test } from "vitest";
import { bytesOf, hex, hmac, sha256 } from "./sha256";

const bytes = (text: string) => new TextEncoder().encode(text);

test("the digests of the standard's examples are the standard's", () => {
  expect(sha256(bytes(""))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256(bytes("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256(bytes("a".repeat(1_000_000)))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

test("lengths around a block's end are padded right", async () => {
  for (const length of [54, 55, 56, 57, 63, 64, 65, 119, 120, 128]) {
    const data = Uint8Array.from({ length }, (_, index) => index);
    expect(sha256(data)).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data))));
  }
});

test("keyed digests are those of the standard, for short keys and for keys longer than a block", () => {
  expect(hex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const long = new Uint8Array(131).fill(0xaa);
  expect(hex(hmac(long, bytes("Test Using Larger Than Block-Size Key - Hash Key First")))).toBe(
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});

test("digits are read back as the bytes they were", () => {
  expect(hex(bytesOf("00ff7e10"))).toBe("00ff7e10");
});
