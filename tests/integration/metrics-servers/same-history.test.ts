/**
 * The same frozen history in every installed metrics server: discovery, gauges, rates and percentiles are the same,
 * except for the differences that the servers document.
 *
 * VictoriaMetrics documents two (docs.victoriametrics.com/metricsql): `rate` counts from the last sample before the
 * window, not from the first sample inside it, and it does not extrapolate. For a window of N scrape intervals,
 * VictoriaMetrics therefore covers N intervals. Prometheus covers N − 1 and extrapolates to the ends of the window.
 * Both are means over nearly the same intervals, so their difference decreases as 1/N. The windows here contain 120
 * samples. One interval in 120 may have up to twice the mean traffic (it is uniform from 0 to twice the mean), at
 * either end: 2 × 2 / 120 = 3.4 %.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { compileLabelRanking } from "@/lib/semantic/split/split";
import { deleteProcessState } from "@/lib/server/process-state";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { surveySource, type SourceSurvey } from "@/lib/services/data-check/survey-source";
import { queryInstant, queryRange, querySamples, readBuildInfo } from "@/lib/sources/prometheus/client";
import { findMetricsServers } from "@/tests/support/sources/metrics-servers";
import type { FrozenPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  unreachableUrl,
  useServerEnvironment as setEnvironment,
} from "@/tests/support/server/server-environment";
import { createTestUpstream } from "@/tests/support/server/upstream";
import {
  dayPlan,
  frozenEndMs,
  frozenStartMs,
  model,
  writeHistory,
} from "@/tests/support/histories/vllm-history";

const hourMs = 3_600_000;
const { found: servers, missing } = await findMetricsServers();
const [reference] = servers;
const name = "vllm:time_to_first_token_seconds";
/** More series than one query may return, at a single time only. */
const crowd = Array.from(
  { length: 2_100 },
  (_, index) => `crowd{n="${index}"} 1 ${frozenEndMs / 1_000 - 5}\n`,
);
const history = writeHistory(dayPlan).replace("# EOF\n", `${crowd.join("")}# EOF\n`);

const running = new Map<string, { readonly server: FrozenPrometheus; readonly upstream: SourceUpstream }>();
const upstreamOf = (server: string): SourceUpstream => {
  const one = running.get(server);
  if (one === undefined) throw new Error(`${server} is not running`);
  return one.upstream;
};

beforeAll(async () => {
  const names = servers.map((one) => one.name).join(", ");
  process.stdout.write(`run on ${[names, ...missing].join("; ")}\n`);
  for (const { name: server, start } of servers) {
    const started = await start(history);
    running.set(server, { server: started, upstream: createTestUpstream(started.url) });
  }
});
afterAll(async () => {
  for (const { server, upstream } of running.values()) {
    await upstream.close();
    await server.stop();
  }
});

/** Times with 30 s between samples, all three instances, with and without traffic, and with counter resets. */
const grid: Grid = { startMs: frozenStartMs + 19 * hourMs, stepMs: 120_000, pointCount: 116 };
const queryContext = {
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both" as const, selectors: [{ model_name: model, job: "vllm" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  },
  scope: { deployment: "d" },
};

async function numbers(server: string, signal: SignalId, statistic: Statistic, windowMs: number) {
  const plan = compileSignal(signal, statistic, queryContext, windowMs);
  const answers = await Promise.all(
    listPlanQueries(plan).map(
      async (promql) => [promql, await queryRange(upstreamOf(server), { promql, grid })] as const,
    ),
  );
  return evaluatePlan(plan, columnsFromMatrices(grid.pointCount, new Map(answers)), windowMs);
}

/** Returns the largest difference relative to the larger number. A number on one side only counts as infinite. */
function difference(left: Float64Array, right: Float64Array): number {
  return left.reduce((largest, a, index) => {
    const b = right[index] ?? Number.NaN;
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return largest;
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.POSITIVE_INFINITY;
    return Math.max(largest, Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b)));
  }, 0);
}

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  return isAppError(error) ? error.code : `no failure: ${String(error)}`;
};

/** Returns the result of a survey at the end of the history. */
async function surveyOf(server: string): Promise<SourceSurvey> {
  const url = running.get(server)?.server.url ?? unreachableUrl;
  deleteProcessState("clock-offset");
  setEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: url,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(frozenEndMs - Date.now()),
  });
  try {
    return await surveySource("prometheus", AbortSignal.timeout(60_000));
  } finally {
    await leaveServerEnvironment();
    deleteProcessState("clock-offset");
  }
}

test("starts every installed metrics server", () => {
  expect([...running.keys()]).toEqual(servers.map((one) => one.name));
  expect(servers.length).toBeGreaterThan(0);
});

describe.each(servers)("$name", ({ name: server, flavour, version }) => {
  const upstream = (): SourceUpstream => upstreamOf(server);

  test("reports its product and version", async () => {
    const buildInfo = await readBuildInfo(upstream());
    expect(buildInfo.flavour).toBe(flavour);
    // VictoriaMetrics reports a version of Prometheus or none, never its VictoriaMetrics version.
    expect(buildInfo.version?.startsWith(version) ?? null).toBe(flavour === "prometheus" ? true : null);
  });

  test("discovery, proposed deployments and the data check have the same results", async () => {
    const [actual, expected] = [await surveyOf(server), await surveyOf(reference?.name ?? "")];
    expect(actual.deployments).toHaveLength(1);
    const plain = ({ engines, exporters, deployments }: SourceSurvey) => ({
      engines,
      exporters,
      deployments: deployments.map(({ check, ...rest }) => ({
        ...rest,
        outcomes:
          check.kind === "failed"
            ? check.detail
            : check.rows.map((row) => [row.signal, row.outcome, row.reason]),
      })),
    });
    expect(plain(actual)).toEqual(plain(expected));
    const [check] = actual.deployments.map((deployment) => deployment.check);
    const rows = check?.kind === "checked" ? check.rows : [];
    const answering = rows.filter(({ outcome }) => outcome === "with-data").map(({ signal }) => signal);
    expect(answering).toEqual(["ttft", "running"]);
  });

  test("gauges are equal for every window length", async () => {
    for (const windowMs of [120_000, 600_000]) {
      const [actual, expected] = await Promise.all(
        [server, reference?.name ?? ""].map((each) => numbers(each, "running", "value", windowMs)),
      );
      expect(
        difference(actual?.values ?? new Float64Array(), expected?.values ?? new Float64Array()),
      ).toBeLessThan(1e-12);
    }
  });

  test("counts, means and percentiles are equal except for the documented difference of rate", async () => {
    const tolerance = flavour === "prometheus" ? 1e-12 : 0.034;
    for (const statistic of ["mean", "p50", "p90"] as const) {
      const [actual, expected] = await Promise.all(
        [server, reference?.name ?? ""].map((each) => numbers(each, "ttft", statistic, hourMs)),
      );
      if (actual === undefined || expected === undefined) throw new Error("no values were read");
      expect(actual.values.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(50);
      expect(
        difference(
          actual.observationCounts ?? new Float64Array(),
          expected.observationCounts ?? new Float64Array(),
        ),
      ).toBeLessThan(tolerance);
      expect(difference(actual.values, expected.values)).toBeLessThan(tolerance);
    }
  });

  test.each(["p50", "p95", "p99"] as const)(
    "our %s equals the server's histogram_quantile",
    async (statistic) => {
      const q = { p50: 0.5, p95: 0.95, p99: 0.99 }[statistic];
      const { values } = await numbers(server, "ttft", statistic, 600_000);
      const promql = `histogram_quantile(${q}, sum by (le) (rate(${name}_bucket{job="vllm",model_name="${model}"}[600s])))`;
      const { rows } = await queryRange(upstream(), { promql, grid });
      expect(difference(values, rows[0]?.values ?? new Float64Array())).toBeLessThan(1e-9);
    },
  );

  test("supports the functions that discovery and splits use", async () => {
    const ask = async (promql: string) =>
      (await queryInstant(upstream(), { promql, atMs: frozenEndMs })).samples.map(
        ({ labels, value }) => [labels["instance"] ?? labels["__name__"] ?? "", value] as const,
      );
    const gauge = "vllm:num_requests_running";
    // The third instance disappeared before the end.
    const grouped = new Map(await ask(`group by (instance) (${gauge})`));
    expect(Object.fromEntries(grouped)).toEqual({ "a:8000": 1, "b:8000": 1 });
    const times = await ask(`max by (instance) (timestamp(${gauge}))`);
    expect(times).toHaveLength(2);
    for (const [, seconds] of times) expect(frozenEndMs / 1_000 - seconds).toBeLessThan(12);
    expect(await ask(`count(last_over_time(${gauge}[3600s]))`)).toEqual([["", 3]]);
    const ranking = compileLabelRanking("ttft", queryContext, { label: "instance", windowMs: hourMs });
    const top = await ask(ranking?.topValuesQuery ?? "");
    expect(top.map(([instance]) => instance).toSorted()).toEqual(["a:8000", "b:8000", "c:8000"]);
    expect(await ask(ranking?.createValueCountQuery([]) ?? "")).toEqual([["", 3]]);
    expect(await ask(ranking?.createValueCountQuery(["a:8000"]) ?? "")).toEqual([["", 2]]);
    expect(await ask(`${gauge}{instance="none"} unless on () ${gauge}`)).toEqual([]);
  });

  test("returns stored samples with their original timestamps", async () => {
    const promql = 'vllm:num_requests_running{instance="a:8000"}[60s]';
    const [actual, expected] = await Promise.all(
      [upstream(), upstreamOf(reference?.name ?? "")].map((each) =>
        querySamples(each, { promql, atMs: frozenEndMs }),
      ),
    );
    expect(actual?.[0]?.timesMs).toEqual(expected?.[0]?.timesMs);
    expect(actual?.[0]?.values).toEqual(expected?.[0]?.values);
  });

  test("maps each error to one code, and no error opens the circuit breaker", async () => {
    const instant = (promql: string) => codeOf(queryInstant(upstream(), { promql, atMs: frozenEndMs }));
    expect(await instant("rate(up[5m)")).toBe("query-refused");
    expect(await instant("no_such_function(up)")).toBe("query-refused");
    // Also if the server truncates the answer at our limit, and if it has no limit.
    expect(await instant("crowd")).toBe("query-too-large");
    expect(upstream().getState().kind).toBe("closed");
  });

  test("Prometheus 3 accepts quoted metric names, and the other servers refuse them", async () => {
    const quoted = codeOf(queryInstant(upstream(), { promql: '{"gen_ai.client"}', atMs: frozenEndMs }));
    const isAccepted = flavour === "prometheus" && Number(version.split(".")[0]) >= 3;
    expect(await quoted).toMatch(isAccepted ? /^no failure/ : /^query-refused$/);
  });
});
