import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { unstable_doesMiddlewareMatch as doesProxyMatch } from "next/experimental/testing/server";
import { config } from "@/proxy";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { contracts } from "@/lib/server/http/contract-list";
import { secureRequest, uploadPaths } from "./unproxied-requests";

function visit(url: string, host = "localhost:3000") {
  const headers: Record<string, string> = {};
  const request = { url, headers: { host } };
  secureRequest(request, {
    setHeader: (name, value) => {
      headers[name] = String(value);
      return undefined as never;
    },
  });
  return { url: request.url, headers };
}

beforeEach(() => useServerEnvironment({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" }));
afterAll(leaveServerEnvironment);

const redirected = ["//overview", "/overview/", "/api/v1/sources/", "/api//v1/sources", "/\\overview", "//"];

describe("a path that the framework redirects", () => {
  test.each(redirected)("%s has the security headers, and keeps its path", (path) => {
    const { url, headers } = visit(`${path}?a=//b/`);
    expect(url).toBe(`${path}?a=//b/`);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test.each(redirected)("%s of a foreign host gets a path that reaches the proxy", (path) => {
    const { url } = visit(path, "evil.example.com");
    expect(doesProxyMatch({ config, url })).toBe(true);
    expect(redirected).not.toContain(url);
  });

  test("has strict transport security over TLS", () => {
    useServerEnvironment({
      DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
      RIDGEPOINT_URL: "https://ridgepoint.example.com",
    });
    const { headers } = visit("//overview", "ridgepoint.example.com");
    expect(headers["strict-transport-security"]).toMatch(/^max-age=/);
  });
});

test.each([
  ["http://evil.example.com/overview?a=1", "/overview?a=1"],
  ["*", "/no-such-page"],
  ["mailto:nobody", "/no-such-page"],
  ["", "/no-such-page"],
])("the target %s becomes the path %s", (target, path) => {
  expect(visit(target).url).toBe(path);
});

test.each([
  ["/investigations/%ff", "/no-such-page"],
  ["/%zz/", "/no-such-page"],
  ["/api/v1/traces/%ED%A0%80", "/api/no-such-endpoint"],
  ["/api/v1/investigations/%/evidence/files?fileName=%ff", "/api/no-such-endpoint"],
])("the path %s, which is not encoded UTF-8, becomes %s", (path, found) => {
  expect(visit(path)).toEqual({ url: found, headers: {} });
});

test.each(["/", "/overview", "/overview?a=//b/", "/api/v1/sources", "/traces/%E2%82%AC?d=%ff"])(
  "%s is left to the proxy",
  (path) => {
    expect(visit(path)).toEqual({ url: path, headers: {} });
  },
);

describe("uploads", () => {
  const largest = 1_024 * 1_024;

  test("the contracts that accept more than one mebibyte are listed", () => {
    const large = contracts.filter(({ maxBodyBytes }) => maxBodyBytes > largest).map(({ path }) => path);
    expect(large.toSorted()).toEqual(uploadPaths.toSorted());
  });

  test.each(uploadPaths)("%s bypasses the proxy for every request with a body of any type", (path) => {
    const matches = (headers: Record<string, string>) => doesProxyMatch({ config, url: path, headers });
    for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON"]) {
      expect(matches({ "content-type": type, "content-length": "5000000" })).toBe(false);
      expect(matches({ "content-type": type, "transfer-encoding": "chunked" })).toBe(false);
    }
    expect(matches({})).toBe(true);
    expect(visit(path).headers).toMatchObject({ "x-content-type-options": "nosniff" });
  });

  test("the path of an investigation's files bypasses the proxy for every number", () => {
    const url = "/api/v1/investigations/INV-31/evidence/files";
    expect(doesProxyMatch({ config, url, headers: { "content-length": "5000000" } })).toBe(false);
    expect(doesProxyMatch({ config, url, headers: {} })).toBe(true);
    expect(visit(url).headers).toMatchObject({ "x-content-type-options": "nosniff" });
  });

  test("other paths do not bypass the proxy", () => {
    const headers = { "content-length": "5000000" };
    for (const path of [
      "/api/v1/traces/opened",
      "/api/v1/traces",
      "/overview",
      "/api/v1/signals",
      "/api/v1/investigations/31/evidence",
      "/api/v1/investigations/31/drafts/evidence/files",
      "/api/v1/investigations/31/evidence/files/more",
    ])
      expect(doesProxyMatch({ config, url: path, headers })).toBe(true);
  });
});
