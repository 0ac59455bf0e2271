/**
 * The same frozen history in every metrics server that can be had: discovery, gauges, rates and percentiles are the same, but
 * for the differences that the servers document.
 *
 * VictoriaMetrics documents two (docs.victoriametrics.com/metricsql): `rate` counts from the last sample before the window, not
 * from the first inside, and it does not extrapolate. A window of N sample spacings therefore covers N of them there and N − 1,
 * stretched to the window's ends, in Prometheus. Both are means of nearly the same spacings, so they draw together as 1/N:
 * windows here hold 120 samples, and one spacing in 120 may hold up to twice the mean traffic (it is uniform from 0 to twice the
 * mean), at either end: 2 × 2 / 120 = 3.4 %.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { rangeColumns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf } from "@/lib/semantic/plan";
import { compileRanking } from "@/lib/semantic/split";
import { forgetProcessMemory } from "@/lib/server/memory";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { surveySource, type Survey } from "@/lib/services/data-check/survey-source";
import { queryInstant, queryRange, querySamples, readBuildInfo } from "@/lib/sources/prometheus/client";
import { findMetricsServers } from "@/tests/support/metrics-servers";
import type { FrozenPrometheus } from "@/tests/support/prometheus";
import {
  leaveServerEnvironment,
  nowhere,
  useServerEnvironment as setEnvironment,
} from "@/tests/support/server-environment";
import { upstreamTo } from "@/tests/support/upstream";
import { dayPlan, frozenEndMs, frozenStartMs, model, writeHistory } from "@/tests/support/vllm-history";

const hourMs = 3_600_000;
const { found: servers, missing } = await findMetricsServers();
const [reference] = servers;
const name = "vllm:time_to_first_token_seconds";
/** More series than are read at once, at one time only. */
const crowd = Array.from(
  { length: 2_100 },
  (_, index) => `crowd{n="${index}"} 1 ${frozenEndMs / 1_000 - 5}\n`,
);
const history = writeHistory(dayPlan).replace("# EOF\n", `${crowd.join("")}# EOF\n`);

const running = new Map<string, { readonly server: FrozenPrometheus; readonly upstream: SourceUpstream }>();
const upstreamOf = (server: string): SourceUpstream => {
  const one = running.get(server);
  if (one === undefined) throw new Error(`${server} does not run`);
  return one.upstream;
};

beforeAll(async () => {
  const names = servers.map((one) => one.name).join(", ");
  process.stdout.write(`run on ${[names, ...missing].join("; ")}\n`);
  for (const { name: server, start } of servers) {
    const started = await start(history);
    running.set(server, { server: started, upstream: upstreamTo(started.url) });
  }
});
afterAll(async () => {
  for (const { server, upstream } of running.values()) {
    await upstream.close();
    await server.stop();
  }
});

/** 30 s between samples, all three instances there, with traffic and without, and counter resets. */
const grid: Grid = { startMs: frozenStartMs + 19 * hourMs, stepMs: 120_000, pointCount: 116 };
const place = {
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
  const plan = compileSignal(signal, statistic, place, windowMs);
  const answers = await Promise.all(
    queriesOf(plan).map(
      async (promql) => [promql, await queryRange(upstreamOf(server), { promql, grid })] as const,
    ),
  );
  return evaluatePlan(plan, rangeColumns(grid.pointCount, new Map(answers)), windowMs);
}

/** Largest difference relative to the larger; a number on one side only is infinitely far. */
function apart(left: Float64Array, right: Float64Array): number {
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

/** What a survey finds at the end of the history. */
async function surveyOf(server: string): Promise<Survey> {
  const url = running.get(server)?.server.url ?? nowhere;
  forgetProcessMemory("clock-offset");
  setEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: url,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(frozenEndMs - Date.now()),
  });
  try {
    return await surveySource("prometheus", AbortSignal.timeout(60_000));
  } finally {
    await leaveServerEnvironment();
    forgetProcessMemory("clock-offset");
  }
}

test("every server that could be had runs", () => {
  expect([...running.keys()]).toEqual(servers.map((one) => one.name));
  expect(servers.length).toBeGreaterThan(0);
});

describe.each(servers)("$name", ({ name: server, flavour, version }) => {
  const upstream = (): SourceUpstream => upstreamOf(server);

  test("says what it is", async () => {
    const told = await readBuildInfo(upstream());
    expect(told.flavour).toBe(flavour);
    // VictoriaMetrics tells a version of Prometheus, or none, and never its own.
    expect(told.version?.startsWith(version) ?? null).toBe(flavour === "prometheus" ? true : null);
  });

  test("discovery, proposed deployments and the data check find the same", async () => {
    const [own, other] = [await surveyOf(server), await surveyOf(reference?.name ?? "")];
    expect(own.deployments).toHaveLength(1);
    const plain = ({ engines, exporters, deployments }: Survey) => ({
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
    expect(plain(own)).toEqual(plain(other));
    const [check] = own.deployments.map((deployment) => deployment.check);
    const rows = check?.kind === "checked" ? check.rows : [];
    const answering = rows.filter(({ outcome }) => outcome === "answers").map(({ signal }) => signal);
    expect(answering).toEqual(["ttft", "running"]);
  });

  test("gauges are the same, whatever the window", async () => {
    for (const windowMs of [120_000, 600_000]) {
      const [own, other] = await Promise.all(
        [server, reference?.name ?? ""].map((each) => numbers(each, "running", "value", windowMs)),
      );
      expect(apart(own?.values ?? new Float64Array(), other?.values ?? new Float64Array())).toBeLessThan(
        1e-12,
      );
    }
  });

  test("counts, means and percentiles are the same but for the documented difference of rate", async () => {
    const tolerance = flavour === "prometheus" ? 1e-12 : 0.034;
    for (const statistic of ["mean", "p50", "p90"] as const) {
      const [own, other] = await Promise.all(
        [server, reference?.name ?? ""].map((each) => numbers(each, "ttft", statistic, hourMs)),
      );
      if (own === undefined || other === undefined) throw new Error("nothing was read");
      expect(own.values.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(50);
      expect(apart(own.n ?? new Float64Array(), other.n ?? new Float64Array())).toBeLessThan(tolerance);
      expect(apart(own.values, other.values)).toBeLessThan(tolerance);
    }
  });

  test.each(["p50", "p95", "p99"] as const)("our %s is the server's own", async (statistic) => {
    const q = { p50: 0.5, p95: 0.95, p99: 0.99 }[statistic];
    const { values } = await numbers(server, "ttft", statistic, 600_000);
    const promql = `histogram_quantile(${q}, sum by (le) (rate(${name}_bucket{job="vllm",model_name="${model}"}[600s])))`;
    const { rows } = await queryRange(upstream(), { promql, grid });
    expect(apart(values, rows[0]?.values ?? new Float64Array())).toBeLessThan(1e-9);
  });

  test("the functions discovery and splits are made of", async () => {
    const ask = async (promql: string) =>
      (await queryInstant(upstream(), { promql, atMs: frozenEndMs })).samples.map(
        ({ labels, value }) => [labels["instance"] ?? labels["__name__"] ?? "", value] as const,
      );
    const gauge = "vllm:num_requests_running";
    // The third instance left before the end.
    const grouped = new Map(await ask(`group by (instance) (${gauge})`));
    expect(Object.fromEntries(grouped)).toEqual({ "a:8000": 1, "b:8000": 1 });
    const times = await ask(`max by (instance) (timestamp(${gauge}))`);
    expect(times).toHaveLength(2);
    for (const [, seconds] of times) expect(frozenEndMs / 1_000 - seconds).toBeLessThan(12);
    expect(await ask(`count(last_over_time(${gauge}[3600s]))`)).toEqual([["", 3]]);
    const ranking = compileRanking("ttft", place, { label: "instance", windowMs: hourMs });
    const top = await ask(ranking?.top ?? "");
    expect(top.map(([instance]) => instance).toSorted()).toEqual(["a:8000", "b:8000", "c:8000"]);
    expect(await ask(ranking?.count ?? "")).toEqual([["", 3]]);
    expect(await ask(`${gauge}{instance="none"} unless on () ${gauge}`)).toEqual([]);
  });

  test("stored samples come with their own times", async () => {
    const promql = 'vllm:num_requests_running{instance="a:8000"}[60s]';
    const [own, other] = await Promise.all(
      [upstream(), upstreamOf(reference?.name ?? "")].map((each) =>
        querySamples(each, { promql, atMs: frozenEndMs }),
      ),
    );
    expect(own?.[0]?.timesMs).toEqual(other?.[0]?.timesMs);
    expect(own?.[0]?.values).toEqual(other?.[0]?.values);
  });

  test("errors have one name each, and none of them makes the source ill", async () => {
    const instant = (promql: string) => codeOf(queryInstant(upstream(), { promql, atMs: frozenEndMs }));
    expect(await instant("rate(up[5m)")).toBe("query-refused");
    expect(await instant("no_such_function(up)")).toBe("query-refused");
    // Also where the server cuts the answer at our limit and where it knows of none.
    expect(await instant("crowd")).toBe("query-too-large");
    expect(upstream().state().kind).toBe("closed");
  });

  test("names in quotes are taken by Prometheus 3 and refused by the others", async () => {
    const quoted = codeOf(queryInstant(upstream(), { promql: '{"gen_ai.client"}', atMs: frozenEndMs }));
    const isTaken = flavour === "prometheus" && Number(version.split(".")[0]) >= 3;
    expect(await quoted).toMatch(isTaken ? /^no failure/ : /^query-refused$/);
  });
});
