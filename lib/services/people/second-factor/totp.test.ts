import { expect, test } from "vitest";
import {
  computeCode,
  createTotpSecret,
  createTotpUri,
  findTimeStep,
  findTimeStepOfCode,
  toBase32,
} from "./totp";

/** The secret of RFC 4226, appendix D, and RFC 6238, appendix B. */
const secret = toBase32(Buffer.from("12345678901234567890"));

test("encodes the secret like RFC 4648", () => {
  expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(secret).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("computes the code of RFC 6238, appendix B, at %d s", (atSeconds, expected) => {
  expect(computeCode(secret, findTimeStep(atSeconds * 1_000), 8)).toBe(expected);
});

test.each([
  "755224",
  "287082",
  "359152",
  "969429",
  "338314",
  "254676",
  "287922",
  "162583",
  "399871",
  "520489",
])("computes the code %s of RFC 4226, appendix D", (expected) => {
  const codes = Array.from({ length: 10 }, (_unused, counter) => computeCode(secret, counter));
  expect(codes).toContain(expected);
});

test("accepts the code of the step before and after, and no other", () => {
  const atMs = 1_111_111_109_000;
  const now = findTimeStep(atMs);
  const found = [-2, -1, 0, 1, 2].map((offset) =>
    findTimeStepOfCode(secret, computeCode(secret, now + offset), atMs),
  );
  expect(found).toEqual([undefined, now - 1, now, now + 1, undefined]);
  for (const code of ["", "12345", "1234567", "abcdef", "０81804"])
    expect(findTimeStepOfCode(secret, code, atMs)).toBeUndefined();
});

test("names the account in the address for authenticator apps", () => {
  expect(createTotpUri("ABC", "a&b@example.com")).toBe(
    "otpauth://totp/Ridgepoint:a%26b%40example.com?secret=ABC&issuer=Ridgepoint&digits=6&period=30",
  );
});
