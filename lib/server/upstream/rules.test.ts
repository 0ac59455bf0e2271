import { describe, expect, test } from "vitest";
import { AssertionFailure } from "@/lib/base/assert";
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import { createBodyReservation } from "./body-budget";
import { isPrivateHostname, prepareRequest } from "./prepare-request";
import { findProbeError } from "./probe";
import { createRetryBudget } from "./retry-budget";
import { parseRetryAfterMs } from "./send";
import { createTurnQueue } from "./turns";

const none: SourceCredentials = { headers: {} };
const MIB = 1024 * 1024;

describe("the request", () => {
  test("keeps the base URL and sends only configured headers", () => {
    const credentials = { bearerToken: "t", headers: { "X-Scope-OrgID": "team-a" } };
    const prepared = prepareRequest(
      { url: "https://mimir.example.com/prometheus/", credentials },
      { method: "GET", path: "/api/v1/query", query: [["query", 'up{a="b&c"}']] },
    );
    expect(prepared).toEqual({
      origin: "https://mimir.example.com",
      path: "/prometheus/api/v1/query?query=up%7Ba%3D%22b%26c%22%7D",
      method: "GET",
      headers: {
        "x-scope-orgid": "team-a",
        authorization: "Bearer t",
        accept: "application/json",
        "user-agent": "ridgepoint",
        "accept-encoding": "gzip",
      },
      body: null,
    });
  });

  test("sends basic credentials and forms", () => {
    const credentials = { basic: { username: "u", password: "p:ä" }, headers: {} };
    const prepared = prepareRequest(
      { url: "http://localhost:9090", credentials },
      { method: "POST", path: "/q", form: [["query", "a b"]] },
    );
    expect(prepared.headers["authorization"]).toBe(`Basic ${Buffer.from("u:p:ä").toString("base64")}`);
    expect(prepared.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(prepared.body).toBe("query=a+b");
  });

  test.each(["a+b = 100%", 'sum(rate(x{y=~"a|b"}[5m])) > 0 # ~\'*!', "é 😀\n\t\u0000", "", "&="])(
    "encodes %j in forms and URLs without loss",
    (value) => {
      const given = { path: "/q", form: [["query", value]], query: [["q&=+", value]] } as const;
      const prepared = prepareRequest(
        { url: "http://localhost:9090", credentials: none },
        { method: "POST", ...given },
      );
      expect(new URLSearchParams(prepared.body ?? "").get("query")).toBe(value);
      expect(new URL(prepared.path, prepared.origin).searchParams.get("q&=+")).toBe(value);
    },
  );

  test("sends malformed text as replacement characters", () => {
    const { body } = prepareRequest(
      { url: "http://localhost:9090", credentials: none },
      { method: "POST", path: "/q", form: [["query", "a\ud800"]] },
    );
    expect(new URLSearchParams(body ?? "").get("query")).toBe("a\ufffd");
  });

  test.each(["api", "/api/../admin", "/a?b", "/a b", "//evil.example/..", "/a\r\nHost: x"])(
    "%j is not a path below a source",
    (path) => {
      expect(() =>
        prepareRequest({ url: "http://localhost:9090", credentials: none }, { method: "GET", path }),
      ).toThrow(AssertionFailure);
    },
  );

  test("requests uncompressed responses on nearby networks only", () => {
    const near = [
      "localhost",
      "127.0.0.1",
      "[::1]",
      "10.1.2.3",
      "172.20.0.2",
      "192.168.1.1",
      "prometheus",
      "p.monitoring.svc",
      "[fd00::1]",
    ];
    const far = ["prometheus.example.com", "8.8.8.8", "172.32.0.1", "[2001:db8::1]"];
    expect(near.filter((host) => !isPrivateHostname(host))).toEqual([]);
    expect(far.filter(isPrivateHostname)).toEqual([]);
  });
});

test("limits retries to a tenth, with up to three saved", () => {
  const budget = createRetryBudget();
  expect(budget.trySpend()).toBe(false);
  for (let requests = 0; requests < 10; requests += 1) budget.addForRequest();
  expect([budget.trySpend(), budget.trySpend()]).toEqual([true, false]);
  for (let requests = 0; requests < 1_000; requests += 1) budget.addForRequest();
  expect([1, 2, 3, 4].map(() => budget.trySpend())).toEqual([true, true, true, false]);
});

describe("memory of bodies", () => {
  const { signal } = new AbortController();
  const reserveUpTo = (maxMib: number, turns = createTurnQueue()) =>
    createBodyReservation({ maxBytes: maxMib * MIB, turns, signal });

  test("limits bodies individually and in total, and reuses released bytes", () => {
    const one = reserveUpTo(64);
    expect(() => one.reserve(65 * MIB)).toThrow("larger than 64 MiB");
    expect(() => one.expect(65 * MIB)).toThrow("larger than 64 MiB");
    const three = [1, 2, 3].map(() => reserveUpTo(64));
    for (const allowance of three) void allowance.reserve(64 * MIB);
    expect(() => one.reserve(1)).toThrow("at the same time");
    for (const allowance of three) allowance.release();
    void one.reserve(1);
    one.release();
  });

  test("large bodies of a source take turns, and small ones do not wait", async () => {
    const turns = createTurnQueue();
    const [first, second, small] = [1, 2, 3].map(() => reserveUpTo(64, turns));
    expect(first?.reserve(10 * MIB)).toBeUndefined();
    expect(small?.reserve(2 * MIB)).toBeUndefined();
    expect(second?.reserve(2 * MIB)).toBeUndefined();
    const turn = second?.reserve(2 * MIB);
    expect(turn).toBeInstanceOf(Promise);
    const otherSource = reserveUpTo(64);
    expect(otherSource.reserve(10 * MIB)).toBeUndefined();
    otherSource.release();
    first?.release();
    await turn;
    second?.release();
    small?.release();
  });
});

test("parses a pause in seconds or as a date", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  expect(parseRetryAfterMs("7", nowMs)).toBe(7_000);
  expect(parseRetryAfterMs("Thu, 01 Jan 2026 00:00:30 GMT", nowMs)).toBe(30_000);
  expect(parseRetryAfterMs("Thu, 01 Jan 2015 00:00:30 GMT", nowMs)).toBe(0);
  expect([parseRetryAfterMs("soon", nowMs), parseRetryAfterMs(undefined, nowMs)]).toEqual([
    undefined,
    undefined,
  ]);
});

describe("probes", () => {
  const answer = (status: number, text: string) => ({
    status,
    contentType: "",
    latencyMs: 1,
    body: new TextEncoder().encode(text),
  });

  test("a login page is not a working Prometheus", () => {
    expect(findProbeError("prometheus", answer(200, '{"status":"success","data":{}}'))).toBeUndefined();
    expect(findProbeError("prometheus", answer(200, "<html>"))).toMatchObject({ code: "source-bad-answer" });
    expect(findProbeError("prometheus", answer(503, "Service Unavailable"))).toMatchObject({
      code: "source-not-ready",
    });
    expect(findProbeError("prometheus", answer(403, ""))).toMatchObject({ code: "source-auth-failed" });
  });

  test("Jaeger may lack the old API", () => {
    expect(findProbeError("jaeger", answer(404, ""))).toBeUndefined();
    expect(findProbeError("jaeger", answer(502, ""))).toMatchObject({ code: "source-error" });
  });

  test("Tempo echoes, and another page in its place fails", () => {
    expect(findProbeError("tempo", answer(200, "echo"))).toBeUndefined();
    expect(findProbeError("tempo", answer(200, "<html>"))).toMatchObject({ code: "source-bad-answer" });
    expect(findProbeError("tempo", answer(404, ""))).toMatchObject({ code: "source-bad-answer" });
  });
});
