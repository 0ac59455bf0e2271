/** What a real Prometheus answers, in our words. */
import { describe, expect, test } from "vitest";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { fakeTime } from "@/lib/server/upstream/fixtures";
import { queryInstant, queryRange, querySamples, readBuildInfo } from "@/lib/sources/prometheus/client";
import { frozenSource } from "@/tests/support/frozen-source";
import { upstreamTo } from "@/tests/support/upstream";
import { dayPlan, frozenEndMs, frozenStartMs, model, writeHistory } from "@/tests/support/vllm-history";

const grid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 120_000, pointCount: 30 };
const ttft = "vllm:time_to_first_token_seconds";

const frozen = frozenSource(() => writeHistory(dayPlan));

const failure = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  if (!isAppError(error)) throw new Error("expected an expected failure", { cause: error });
  return error;
};

describe("answers", () => {
  test("buildinfo tells version and kind", async () => {
    const { version, flavour } = await readBuildInfo(frozen.upstream);
    expect(flavour).toBe("prometheus");
    expect(version?.startsWith(frozen.version)).toBe(true);
  });

  test("a range has one row per series, in the order of labels", async () => {
    const { rows, warnings } = await queryRange(frozen.upstream, {
      promql: "vllm:num_requests_running",
      grid,
    });
    expect(rows.map(({ labels }) => labels["instance"])).toEqual(["a:8000", "b:8000", "c:8000"]);
    expect(rows.every(({ values }) => values.length === grid.pointCount)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("the quantile of nothing is absent, not zero", async () => {
    // The third stretch of two hours of the history has no traffic.
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

  test("the same question as a form and in the address has the same answer", async () => {
    const short = `vllm:num_requests_running{model_name="${model}"}`;
    const long = `vllm:num_requests_running{model_name="${model}",job=~"vllm|${"x".repeat(3_000)}"}`;
    const answers = await Promise.all(
      [short, long].map((promql) => queryRange(frozen.upstream, { promql, grid })),
    );
    expect(answers[1]?.rows).toEqual(answers[0]?.rows);
  });

  test("stored samples come with their own times", async () => {
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
  test("bad PromQL is told in Prometheus' own words and does not hurt the source", async () => {
    for (let time = 0; time < 6; time += 1) {
      const error = await failure(queryRange(frozen.upstream, { promql: "rate(up[5m)", grid }));
      expect(error.code).toBe("query-refused");
      expect(error.message).toContain("parse error");
    }
    expect(frozen.upstream.state().kind).toBe("closed");
  });

  test("a question that cannot be carried out is refused, too", async () => {
    const promql = `${ttft}_bucket + on (job) ${ttft}_bucket`;
    const error = await failure(queryInstant(frozen.upstream, { promql, atMs: frozenEndMs - 3_600_000 }));
    expect(error.code).toBe("query-refused");
    expect(error.message).toContain("many-to-many");
  });

  test("too many points are too large, here and there", async () => {
    const wide = { startMs: 0, stepMs: 1_000, pointCount: 11_001 };
    expect((await failure(queryRange(frozen.upstream, { promql: "up", grid: wide }))).code).toBe(
      "query-too-large",
    );
    // Asked past our own limit, Prometheus says so itself.
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

  test("a query that takes too long is given up by both ends and is not asked again", async () => {
    const heavy = `sum(quantile_over_time(0.9, (sum by (instance) (rate(${ttft}_bucket[1h])))[20h:1s]))`;
    const time = fakeTime();
    const hasty = upstreamTo(frozen.url, { time });
    const before = await ownNumber(asked);
    const given = failure(queryInstant(hasty, { promql: heavy, atMs: frozenEndMs, deadlineMs: 700 }));
    await expect.poll(() => ownNumber(underWay)).toBe(1);
    await time.pass(700);
    expect((await given).code).toBe("source-slow");
    await expect.poll(() => ownNumber(underWay)).toBe(0);
    expect(await ownNumber(asked)).toBe(before + 1);
    await hasty.close();
  });
});

/** Queries that Prometheus is at, and questions for one moment that it was ever asked, in its own metrics. */
const underWay = "prometheus_engine_queries";
const asked = 'prometheus_http_requests_total{code="[^"]*",handler="/api/v1/query"}';

async function ownNumber(series: string): Promise<number> {
  const text = await (await fetch(`${frozen.url}/metrics`)).text();
  const found = [...text.matchAll(new RegExp(`^${series} (\\S+)$`, "gm"))];
  return found.reduce((sum, [, value]) => sum + Number(value), 0);
}
