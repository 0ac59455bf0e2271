import { describe, expect, test } from "vitest";
import type { Grid } from "@/lib/model/grid";
import { isAppError, type AppError } from "@/lib/model/app-error";
import { queryInstant, queryRange, querySamples, readBuildInfo } from "./client";
import {
  makeErrorBody,
  makeMatrixBody,
  createMemoryUpstream,
  makeVectorBody,
  type PreparedResponse,
} from "./fixtures";

const startMs = 1_800_000_000_000;
const grid: Grid = { startMs, stepMs: 15_000, pointCount: 4 };
const answering = (answer: PreparedResponse) => createMemoryUpstream(() => answer);
const points = (...values: string[]) =>
  values.map((value, index) => [startMs + index * 15_000, value] as const);

async function failure(answer: PreparedResponse): Promise<AppError> {
  const caught: unknown = await queryRange(answering(answer), { promql: "up", grid }).catch(
    (error: unknown) => error,
  );
  if (!isAppError(caught)) throw new Error("expected a failure", { cause: caught });
  return caught;
}

describe("range queries", () => {
  test("treats values that are not finite as absent, never as zero", async () => {
    const body = makeMatrixBody([{ metric: { a: "1" }, values: points("NaN", "+Inf", "", "0") }]);
    const matrix = await queryRange(answering({ body }), { promql: "up", grid });
    expect([...(matrix.rows[0]?.values ?? [])]).toEqual([NaN, NaN, NaN, 0]);
  });

  test("treats missing points as absent", async () => {
    const body = makeMatrixBody([{ metric: {}, values: [[startMs + 30_000, "1e308"]] }]);
    const matrix = await queryRange(answering({ body }), { promql: "up", grid });
    expect([...(matrix.rows[0]?.values ?? [])]).toEqual([NaN, NaN, 1e308, NaN]);
  });

  test("sorts series by labels and removes those without values", async () => {
    const body = makeMatrixBody([
      { metric: { le: "2" }, values: points("1") },
      { metric: { le: "0" }, values: points("NaN") },
      { metric: { le: "1" }, values: points("2") },
    ]);
    const matrix = await queryRange(answering({ body }), { promql: "up", grid });
    expect(matrix.rows.map(({ labels }) => labels["le"])).toEqual(["1", "2"]);
  });

  test("converts a native histogram to rows for its count, sum and buckets", async () => {
    const histogram = (count: string, buckets: readonly unknown[]) => ({ count, sum: "4.5", buckets });
    const body = JSON.stringify({
      status: "success",
      data: {
        resultType: "matrix",
        result: [
          {
            metric: { a: "1" },
            histograms: [
              [startMs / 1000, histogram("3", [[0, "1", "2", "3"]])],
              [
                (startMs + grid.stepMs) / 1000,
                histogram("5", [
                  [3, "-0.5", "0.5", "1"],
                  [0, "1", "2", "4"],
                ]),
              ],
            ],
          },
          { metric: { a: "2" }, values: [[startMs / 1000, "7"]] },
        ],
      },
    });
    const { rows, warnings } = await queryRange(answering({ body }), { promql: "up", grid });
    expect(warnings).toEqual([]);
    const rowValues = Object.fromEntries(
      rows.map(({ labels, values }) => [
        `${labels["a"]} ${labels["__native__"] ?? ""}`,
        Array.from(values.slice(0, 2)),
      ]),
    );
    expect(rowValues).toEqual({
      "1 count": [3, 5],
      "1 sum": [4.5, 4.5],
      "1 1..2": [3, 4],
      "1 -0.5..0.5": [NaN, 1],
      "2 ": [7, NaN],
    });
  });

  test.each([
    ["no numbers", { count: 3, sum: "1" }],
    ["invalid buckets", { count: "3", sum: "1", buckets: [[0, 1, 2]] }],
    ["a time outside the grid", { count: "3", sum: "1" }, 1],
  ])("rejects a native histogram with %s", async (_what, histogram, shiftMs = 0) => {
    const result = [{ metric: {}, histograms: [[(startMs + shiftMs) / 1000, histogram]] }];
    const body = JSON.stringify({ status: "success", data: { resultType: "matrix", result } });
    await expect(queryRange(answering({ body }), { promql: "up", grid })).rejects.toMatchObject({
      code: "source-bad-answer",
    });
  });

  test("reports partial data for warnings but not for infos, in every version's format", async () => {
    const extra = {
      warnings: ["store 3 is unavailable", "PromQL info: might not be a counter"],
      infos: ["fine"],
    };
    const matrix = await queryRange(answering({ body: makeMatrixBody([], extra) }), { promql: "up", grid });
    expect(matrix.warnings).toEqual(["store 3 is unavailable"]);
    expect(matrix.infos).toEqual(["fine", "PromQL info: might not be a counter"]);
  });

  test("reports partial data for VictoriaMetrics' partial responses", async () => {
    const body = makeMatrixBody([], { isPartial: true, stats: { seriesFetched: "1" } });
    const matrix = await queryRange(answering({ body }), { promql: "up", grid });
    expect(matrix.warnings).toEqual(["The source could not reach all of its stores."]);
  });

  test("rejects a response with other times than requested", async () => {
    const body = makeMatrixBody([{ metric: {}, values: [[startMs + 1, "1"]] }]);
    expect((await failure({ body })).code).toBe("source-bad-answer");
  });

  test("rejects too many series and names their number", async () => {
    const series = Array.from({ length: 2_001 }, (_, index) => ({
      metric: { i: String(index) },
      values: [],
    }));
    const error = await failure({ body: makeMatrixBody(series) });
    expect(error.code).toBe("query-too-large");
    expect(error.message).toContain("2001 series");
  });

  test("sends long queries as a form and short ones in the URL", async () => {
    const upstream = answering({ body: makeMatrixBody([]) });
    await queryRange(upstream, { promql: "up", grid });
    await queryRange(upstream, { promql: `up{a="${"x".repeat(2_000)}"}`, grid });
    expect(upstream.requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
    expect(upstream.requests[0]?.query).toContainEqual(["step", "15.000"]);
    expect(upstream.requests[1]?.form).toContainEqual(["end", "1800000045.000"]);
  });

  test("refuses more points than the API allows without a request", async () => {
    const upstream = answering({ body: makeMatrixBody([]) });
    const wide = { ...grid, pointCount: 11_001 };
    await expect(queryRange(upstream, { promql: "up", grid: wide })).rejects.toMatchObject({
      code: "query-too-large",
    });
    expect(upstream.requests).toEqual([]);
  });
});

describe("instant queries and samples", () => {
  test("converts a scalar to one sample without labels", async () => {
    const body = JSON.stringify({
      status: "success",
      data: { resultType: "scalar", result: [startMs / 1000, "2.5"] },
    });
    const { samples } = await queryInstant(answering({ body }), { promql: "2.5", atMs: startMs });
    expect(samples).toEqual([{ labels: {}, value: 2.5, atMs: startMs }]);
  });

  test("removes values that are not numbers from a vector", async () => {
    const body = makeVectorBody([
      { metric: { a: "1" }, values: [[startMs, "NaN"]] },
      { metric: { a: "2" }, values: [[startMs, "0"]] },
    ]);
    const { samples } = await queryInstant(answering({ body }), { promql: "x", atMs: startMs });
    expect(samples).toEqual([{ labels: { a: "2" }, value: 0, atMs: startMs }]);
  });

  test("keeps the timestamps of stored samples", async () => {
    const body = makeMatrixBody([
      {
        metric: { a: "1" },
        values: [
          [startMs + 7, "1"],
          [startMs + 5_011, "2"],
        ],
      },
      { metric: { a: "2" }, values: [[startMs + 3, "3"]] },
    ]);
    const rows = await querySamples(answering({ body }), { promql: "x[5m]", atMs: startMs });
    expect(rows.map(({ timesMs }) => [...timesMs])).toEqual([[startMs + 7, startMs + 5_011], [startMs + 3]]);
  });
});

describe("failures", () => {
  test.each<[string, PreparedResponse, string, RegExp]>([
    [
      "bad PromQL",
      { status: 400, body: makeErrorBody("bad_data", "parse error: oops") },
      "query-refused",
      /parse error: oops/,
    ],
    [
      "execution",
      { status: 422, body: makeErrorBody("execution", "many-to-many matching") },
      "query-refused",
      /many-to-many/,
    ],
    [
      "VictoriaMetrics",
      { status: 422, body: makeErrorBody("422", "cannot parse") },
      "query-refused",
      /cannot parse/,
    ],
    [
      "too many points",
      { status: 400, body: makeErrorBody("bad_data", "exceeded maximum resolution of 11,000 points") },
      "query-too-large",
      /11,000/,
    ],
    [
      "too many samples",
      {
        status: 422,
        body: makeErrorBody("execution", "query processing would load too many samples into memory"),
      },
      "query-too-large",
      /too many samples/,
    ],
    [
      "Mimir limit",
      {
        status: 422,
        body: makeErrorBody(
          "execution",
          "the query exceeded the maximum number of series (err-mimir-max-series-per-query)",
        ),
      },
      "query-too-large",
      /err-mimir/,
    ],
    [
      "VictoriaMetrics limit",
      { status: 422, body: makeErrorBody("422", "too many points; see -search.maxPointsPerTimeseries") },
      "query-too-large",
      /maxPoints/,
    ],
    [
      "query timeout",
      { status: 503, body: makeErrorBody("timeout", "query timed out in expression evaluation") },
      "source-slow",
      /timed out in the metrics source/,
    ],
    [
      "cancelled",
      { status: 503, body: makeErrorBody("canceled", "query was canceled") },
      "source-error",
      /canceled/,
    ],
    [
      "not ready",
      { status: 503, contentType: "text/plain", body: "Service Unavailable" },
      "source-not-ready",
      /not ready/,
    ],
    [
      "storage not ready",
      { status: 500, body: makeErrorBody("unavailable", "TSDB not ready") },
      "source-not-ready",
      /TSDB/,
    ],
    [
      "internal",
      { status: 500, body: makeErrorBody("internal", "disk on fire") },
      "source-error",
      /disk on fire/,
    ],
    [
      "bad gateway",
      { status: 502, contentType: "text/html", body: "<html>nginx</html>" },
      "source-error",
      /502/,
    ],
    ["unauthorised", { status: 401, body: "" }, "source-auth-failed", /401/],
    [
      "Mimir without tenant",
      { status: 401, contentType: "text/plain", body: "no org id" },
      "source-auth-failed",
      /X-Scope-OrgID/,
    ],
    ["forbidden", { status: 403, body: makeErrorBody("bad_data", "no") }, "source-auth-failed", /403/],
    [
      "wrong path",
      { status: 404, contentType: "text/plain", body: "404 page not found" },
      "source-bad-answer",
      /no Prometheus API/,
    ],
    ["redirect", { status: 302, body: "" }, "source-bad-answer", /redirects/],
    [
      "login page",
      { contentType: "text/html", body: "<!doctype html><title>Sign in</title>" },
      "source-bad-answer",
      /web page.*Sign in/,
    ],
    [
      "cut off",
      { body: makeMatrixBody([{ metric: {}, values: points("1") }]).slice(0, 40) },
      "source-bad-answer",
      /invalid or truncated/,
    ],
    [
      "another shape",
      { body: JSON.stringify({ status: "success", data: { resultType: "matrix", result: 3 } }) },
      "source-bad-answer",
      /unexpected shape/,
    ],
    [
      "error with data",
      { body: makeErrorBody("internal", "half", { data: { resultType: "matrix", result: [] } }) },
      "source-error",
      /half/,
    ],
  ])("%s", async (_name, answer, code, message) => {
    const error = await failure(answer);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  test("keeps the retry delay that a source requests", async () => {
    const error = await failure({ status: 429, retryAfterMs: 7_000, body: "" });
    expect(error).toMatchObject({ code: "source-rate-limited", retryAfterMs: 7_000 });
  });

  test("sanitizes messages of a source: one line, limited length, no secrets", async () => {
    const text = `line\u0000one\n\u202Etwo Authorization: Bearer abc.def ${"x".repeat(5_000)}`;
    const error = await failure({ status: 400, body: makeErrorBody("bad_data", text) });
    for (const unsafe of ["\n", "\u0000", "\u202E"]) expect(error.message).not.toContain(unsafe);
    expect(error.message).not.toContain("abc.def");
    expect(error.message.length).toBeLessThan(500);
  });
});

describe("build info", () => {
  test.each([
    [
      { version: "3.15.0", revision: "a", goVersion: "go1.26" },
      { version: "3.15.0", flavour: "prometheus" },
    ],
    [{ version: "2.24.0" }, { version: null, flavour: "victoriametrics" }],
    [
      { version: "3.0.0", revision: "a", goVersion: "go1.26", application: "Grafana Mimir" },
      { version: "3.0.0", flavour: "mimir" },
    ],
    [
      { version: "0.41.0", revision: "a", goVersion: "go1.26" },
      { version: "0.41.0", flavour: "thanos" },
    ],
  ])("%j", async (data, expected) => {
    const upstream = answering({ body: JSON.stringify({ status: "success", data }) });
    expect(await readBuildInfo(upstream)).toEqual(expected);
  });

  test("rejects a web page instead of build info", async () => {
    const upstream = answering({ contentType: "text/html", body: "<html></html>" });
    await expect(readBuildInfo(upstream)).rejects.toMatchObject({ code: "source-bad-answer" });
  });
});
