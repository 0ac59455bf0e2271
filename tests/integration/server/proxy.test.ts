import { NextRequest } from "next/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createNotFoundResponse } from "@/lib/server/http/not-found-endpoint";
import { renamedTraceMethod } from "@/lib/server/http/trace-method";
import { proxy } from "@/proxy";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

function visit(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return proxy(
    new NextRequest(`http://localhost:3000${path}`, { headers: { host: "localhost:3000", ...headers } }),
  );
}

function nonceOf(response: Response): string | undefined {
  return /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
}

afterEach(() => vi.unstubAllEnvs());

describe("a page", () => {
  test("has a unique nonce, shared by its policy and the framework", () => {
    const responses = [visit("/overview"), visit("/overview")];
    const nonces = responses.map(nonceOf);
    expect(new Set(nonces).size).toBe(2);
    // The framework reads the nonce from this header.
    const passed = responses[0]?.headers.get("x-middleware-request-content-security-policy");
    expect(passed).toBe(responses[0]?.headers.get("content-security-policy"));
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });

  test("has every security header, and strict transport security over TLS only", () => {
    expect(Object.fromEntries(visit("/").headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(visit("/").headers.has("strict-transport-security")).toBe(false);
    vi.stubEnv("RIDGEPOINT_URL", "https://ridgepoint.example.com");
    expect(visit("/", { host: "ridgepoint.example.com" }).headers.get("strict-transport-security")).toMatch(
      /^max-age=/,
    );
  });

  test("is not stored by caches, and neither are endpoints and refusals", () => {
    const responses = ["/", "/overview", "/no/such/page", "/api/v1/sources"].map((path) => visit(path));
    const refusals = [visit("/", { host: "evil.example.com" }), visit("/", { "next-resume": "1" })];
    for (const { headers } of [...responses, ...refusals]) {
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
    expect(visit("/icon.svg").headers.has("cache-control")).toBe(false);
  });

  test("data endpoints get no nonce", () => {
    expect(visit("/api/v1/sources").headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(nonceOf(visit("/api/v1/sources"))).toBeUndefined();
  });
});

describe("a build file", () => {
  const file = "/_next/static/chunks/x.js";

  test("needs no nonce, cannot be read by other sites, and runs nothing as a document", () => {
    const headers = Object.fromEntries(visit(file).headers);
    expect(headers).toEqual({
      "x-middleware-next": "1",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'",
    });
  });

  test("has strict transport security over TLS too", () => {
    vi.stubEnv("RIDGEPOINT_URL", "https://ridgepoint.example.com");
    const { headers } = visit(file, { host: "ridgepoint.example.com" });
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=/);
  });

  test.each([
    "/_next/staticx",
    "/_next/static/../../overview",
    "/_next/static/%2e%2e/%2e%2e/overview",
    "/x/_next/static/a.js",
  ])("%s is not a build file and has a page's headers", (path) => {
    expect(nonceOf(visit(path))).toBeDefined();
  });
});

describe("refused", () => {
  test.each(["/", "/overview", "/_next/static/x.js", "/api/v1/sources"])("%s with a foreign host", (path) => {
    expect(visit(path, { host: "evil.example.com" }).status).toBe(403);
  });

  test.each(["x-middleware-subrequest", "next-resume"])("a request with %s", (name) => {
    expect(visit("/", { [name]: "1" }).status).toBe(400);
  });
});

test("a link to an impossible trace responds 404", () => {
  const rewritten = (path: string) => visit(path).headers.get("x-middleware-rewrite");
  expect(rewritten("/traces/zzzz")).toBe("http://localhost:3000/no-such-page");
  expect(nonceOf(visit("/traces/zzzz"))).toBeDefined();
  expect(rewritten(`/traces/${"0".repeat(32)}`)).toBeNull();
  expect(rewritten("/traces")).toBeNull();
});

const send = (method: string, path: string): Response =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { method, headers: { host: "localhost:3000" } }));

test("TRACE is refused on pages and endpoints", async () => {
  const page = send(renamedTraceMethod, "/overview");
  expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  const apiResponse = send(renamedTraceMethod, "/api/v1/overview");
  expect([apiResponse.status, apiResponse.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect(await apiResponse.json()).toMatchObject({ detail: "/api/v1/overview does not support TRACE" });
});

describe("below /api", () => {
  test("refuses an unsupported method in problem JSON and names the supported ones", async () => {
    const refusal = send("DELETE", "/api/v1/overview");
    expect(refusal.status).toBe(405);
    expect(refusal.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(refusal.headers.get("content-type")).toBe("application/problem+json");
    expect(await refusal.json()).toMatchObject({ code: "method-not-allowed", status: 405 });
    expect(send("GET", "/api/v1/events/5").status).toBe(405);
  });

  test.each([
    ["GET", "/api/v1/overview"],
    ["HEAD", "/api/v1/overview"],
    ["OPTIONS", "/api/v1/overview"],
    ["POST", "/api/v1/events"],
    ["PATCH", "/api/v1/events/5"],
    ["POST", "/api/v1/sources/prometheus/check"],
  ])("%s %s is accepted", (method, path) => {
    expect(send(method, path).headers.get("x-middleware-next")).toBe("1");
  });

  test("an unknown path responds with problem JSON", async () => {
    useServerEnvironment({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" });
    const answer = createNotFoundResponse(
      new Request("http://localhost:3000/api/v1/nope", { headers: { host: "localhost:3000" } }),
    );
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({
      code: "not-found",
      detail: "there is no endpoint at /api/v1/nope",
    });
    await leaveServerEnvironment();
  });
});
