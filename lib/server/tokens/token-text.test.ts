import { expect, test } from "vitest";
import { createTokenText, isTokenText, toTokenPrefix } from "./token-text";

test("a token has a prefix, 32 random characters and a checksum", () => {
  const token = createTokenText();
  expect(token).toMatch(/^rp_[A-Za-z0-9]{32}_[0-9a-f]{8}$/);
  expect(isTokenText(token)).toBe(true);
  expect(toTokenPrefix(token)).toBe(token.slice(0, 9));
  expect(new Set(Array.from({ length: 100 }, createTokenText)).size).toBe(100);
});

test("the checksum is the CRC-32 of the start", () => {
  // Computed with zlib.crc32 of Python.
  expect(isTokenText(`rp_${"a".repeat(32)}_b6a7d91d`)).toBe(true);
  expect(isTokenText(`rp_${"a".repeat(32)}_b6a7d91c`)).toBe(false);
});

test("every changed, missing or added character is detected", () => {
  const token = createTokenText();
  for (let index = 0; index < token.length; index += 1) {
    const other = token[index] === "b" ? "c" : "b";
    expect(isTokenText(`${token.slice(0, index)}${other}${token.slice(index + 1)}`)).toBe(false);
    expect(isTokenText(`${token.slice(0, index)}${token.slice(index + 1)}`)).toBe(false);
  }
  for (const text of ["", "rp_", ` ${token}`, `${token}\n`, token.toUpperCase(), `${token}0`])
    expect(isTokenText(text)).toBe(false);
});
