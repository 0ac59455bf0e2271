/** Answers and errors of a real Prometheus, as the client returns them. */
import { describe, expect, test } from "vitest";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { createFakeClock } from "@/lib/server/upstream/fixtures";
import { queryInstant, queryRange, querySamples, readBuildInfo } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import { createTestUpstream } from "@/tests/support/server/upstream";
import {
  dayPlan,
  frozenEndMs,
  frozenStartMs,
  model,
  writeHistory,
} from "@/tests/support/histories/vllm-history";

const grid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 120_000, pointCount: 30 };
const ttft = "vllm:time_to_first_token_seconds";

const frozen = startFrozenSource(() => writeHistory(dayPlan));

const failure = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  if (!isAppError(error)) throw new Error("the promise did not reject with an AppError", { cause: error });
  return error;
};

describe("answers", () => {
  test("reads version and product from the build information", async () => {
    const { version, flavour } = await readBuildInfo(frozen.upstream);
    expect(flavour).toBe("prometheus");
    expect(version?.startsWith(frozen.version)).toBe(true);
  });

  test("a range has one row per series, ordered by labels", async () => {
    const { rows, warnings } = await queryRange(frozen.upstream, {
      promql: "vllm:num_requests_running",
      grid,
    });
    expect(rows.map(({ labels }) => labels["instance"])).toEqual(["a:8000", "b:8000", "c:8000"]);
    expect(rows.every(({ values }) => values.length === grid.pointCount)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("the quantile without observations is absent, not zero", async () => {
    // The third two-hour interval of the history has no traffic.
    const quietMs = frozenStartMs + 5 * 3_600_000;
    const promql = `histogram_quantile(0.9, sum by (le) (rate(${ttft}_bucket[10m])))`;
    const { samples } = await queryInstant(frozen.upstream, { promql, atMs: quietMs });
    expect(samples).toEqual([]);
    const counted = await queryInstant(frozen.upstream, {
      promql: `sum(rate(${ttft}_count[10m]))`,
      atMs: quietMs,
    });
    expect(counted.samples.map(({ value }) => value)).toEqual([0]);
  });

  test("a query sent as a form has the same answer as one in the URL", async () => {
    const short = `vllm:num_requests_running{model_name="${model}"}`;
    const long = `vllm:num_requests_running{model_name="${model}",job=~"vllm|${"x".repeat(3_000)}"}`;
    const answers = await Promise.all(
      [short, long].map((promql) => queryRange(frozen.upstream, { promql, grid })),
    );
    expect(answers[1]?.rows).toEqual(answers[0]?.rows);
  });

  test("returns stored samples with their original timestamps", async () => {
    const rows = await querySamples(frozen.upstream, {
      promql: 'vllm:num_requests_running{instance="a:8000"}[1m]',
      atMs: frozenEndMs,
    });
    const times = [...(rows[0]?.timesMs ?? [])];
    expect(times.length).toBeGreaterThanOrEqual(10);
    expect(times.every((timeMs, index) => index === 0 || timeMs - (times[index - 1] ?? 0) >= 4_990)).toBe(
      true,
    );
  });
});

describe("refusals", () => {
  test("invalid PromQL fails with Prometheus' message and does not open the circuit breaker", async () => {
    for (let time = 0; time < 6; time += 1) {
      const error = await failure(queryRange(frozen.upstream, { promql: "rate(up[5m)", grid }));
      expect(error.code).toBe("query-refused");
      expect(error.message).toContain("parse error");
    }
    expect(frozen.upstream.getState().kind).toBe("closed");
  });

  test("a query that cannot be evaluated is refused, too", async () => {
    const promql = `${ttft}_bucket + on (job) ${ttft}_bucket`;
    const error = await failure(queryInstant(frozen.upstream, { promql, atMs: frozenEndMs - 3_600_000 }));
    expect(error.code).toBe("query-refused");
    expect(error.message).toContain("many-to-many");
  });

  test("both the client and Prometheus reject too many points", async () => {
    const wide = { startMs: 0, stepMs: 1_000, pointCount: 11_001 };
    expect((await failure(queryRange(frozen.upstream, { promql: "up", grid: wide }))).code).toBe(
      "query-too-large",
    );
    // Prometheus itself rejects a query that bypasses the client's limit.
    const query: readonly (readonly [string, string])[] = [
      ["query", "up"],
      ["start", "0"],
      ["end", "11002"],
      ["step", "1"],
    ];
    const body = await frozen.upstream.read(
      { method: "GET", path: "/api/v1/query_range", query },
      (response) => Promise.resolve(`${response.status} ${new TextDecoder().decode(response.body)}`),
    );
    expect(body).toMatch(/^400 .*exceeded maximum resolution of 11,000 points/);
  });

  test("a query that exceeds its deadline is cancelled on both ends and not retried", async () => {
    const heavy = `sum(quantile_over_time(0.9, (sum by (instance) (rate(${ttft}_bucket[1h])))[20h:1s]))`;
    const time = createFakeClock();
    const impatient = createTestUpstream(frozen.url, { clock: time });
    const before = await readPrometheusMetric(instantQueries);
    const given = failure(queryInstant(impatient, { promql: heavy, atMs: frozenEndMs, deadlineMs: 700 }));
    await expect.poll(() => readPrometheusMetric(runningQueries)).toBe(1);
    await time.advance(700);
    expect((await given).code).toBe("source-slow");
    await expect.poll(() => readPrometheusMetric(runningQueries)).toBe(0);
    expect(await readPrometheusMetric(instantQueries)).toBe(before + 1);
    await impatient.close();
  });
});

/** Prometheus' metrics of running queries and of all instant queries it has received. */
const runningQueries = "prometheus_engine_queries";
const instantQueries = 'prometheus_http_requests_total{code="[^"]*",handler="/api/v1/query"}';

async function readPrometheusMetric(series: string): Promise<number> {
  const text = await (await fetch(`${frozen.url}/metrics`)).text();
  const found = [...text.matchAll(new RegExp(`^${series} (\\S+)$`, "gm"))];
  return found.reduce((sum, [, value]) => sum + Number(value), 0);
}
