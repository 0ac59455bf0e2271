import { describe, expect, test } from "vitest";
import type { Upstream } from "@/lib/model/sources/upstream";
import { listServices, detectApiVersion } from "./client";

/** Returns an upstream that answers from a table of paths, and with 404 for other paths. */
function upstreamOf(table: Readonly<Record<string, readonly [status: number, body: string]>>): Upstream {
  return {
    read: async ({ path }, interpret) => {
      const [status, text] = table[path] ?? [404, '{"error":{"httpCode":404}}'];
      return interpret({
        status,
        contentType: "text/plain",
        body: new TextEncoder().encode(text),
        latencyMs: 1,
      });
    },
  };
}

const v3 = { "/api/v3/services": [200, '{"services":["b","a"]}'] } as const;
const old = { "/api/services": [200, '{"data":["b","a"],"total":2,"errors":null}'] } as const;

test.each([
  ["both", { ...v3, ...old }, "v3"],
  ["only the v3 API", v3, "v3"],
  ["only the legacy API", old, "old"],
  ["the v3 API without services", { "/api/v3/services": [200, "{}"] }, "v3"],
] as const)("probeApi detects the API of a source with %s", async (_name, table, api) => {
  expect(await detectApiVersion(upstreamOf(table))).toBe(api);
});

test("services are sorted with either API, and may be empty", async () => {
  expect(await listServices(upstreamOf(v3), "v3")).toEqual(["a", "b"]);
  expect(await listServices(upstreamOf(old), "old")).toEqual(["a", "b"]);
  expect(await listServices(upstreamOf({ "/api/services": [200, '{"data":null}'] }), "old")).toEqual([]);
});

describe("a failing source", () => {
  test.each([
    [401, "", "source-auth-failed"],
    [403, "", "source-auth-failed"],
    [429, "", "source-rate-limited"],
    [503, "", "source-not-ready"],
    [500, "", "source-error"],
    [302, "", "source-bad-answer"],
    [200, "<html>sign in</html>", "source-bad-answer"],
    [200, '{"services":[1]}', "source-bad-answer"],
  ])("status %i with %s maps to %s", async (status, body, code) => {
    await expect(detectApiVersion(upstreamOf({ "/api/v3/services": [status, body] }))).rejects.toMatchObject({
      code,
    });
  });

  test("a source with neither API is not Jaeger", async () => {
    await expect(detectApiVersion(upstreamOf({}))).rejects.toMatchObject({ code: "source-bad-answer" });
  });
});
