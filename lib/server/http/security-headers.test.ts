import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { createPageContentSecurityPolicy } from "./security-headers";
import { proxy } from "@/proxy";

test("the policy of a page contains its nonce and no other trust, and forbids eval", () => {
  expect(createPageContentSecurityPolicy("abc", false)).toBe(
    "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
      "img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  );
});

test("the proxy isolates the file of an investigation, because its headers replace those of the endpoint", () => {
  const policyOf = (path: string) => {
    const request = new NextRequest(`http://localhost${path}`, { headers: { host: "localhost" } });
    return proxy(request).headers.get("content-security-policy");
  };
  expect(policyOf("/api/v1/investigations/31/evidence/0199/file")).toMatch(
    /^default-src 'none'; .*; sandbox$/,
  );
  expect(policyOf("/api/v1/investigations/31/evidence/0199/answer")).not.toContain("sandbox");
});
