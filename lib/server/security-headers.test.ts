import { expect, test } from "vitest";
import { pagePolicy } from "./security-headers";

test("a page's policy names its nonce, trusts nothing else and needs no eval", () => {
  expect(pagePolicy("abc", false)).toBe(
    "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
      "img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  );
});
