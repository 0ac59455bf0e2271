import { expect, test } from "vitest";
import { createPageContentSecurityPolicy } from "./security-headers";

test("the policy of a page contains its nonce and no other trust, and forbids eval", () => {
  expect(createPageContentSecurityPolicy("abc", false)).toBe(
    "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
      "img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  );
});
