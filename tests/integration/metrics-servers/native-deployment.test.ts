/**
 * A deployment that exposes its latencies only as native histograms is discovered like any other and shows the same
 * panels. A deployment that changed from classic to native histograms keeps its panels. Runs on every installed
 * Prometheus version.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { compileLabelRanking } from "@/lib/semantic/split/split";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { surveySource } from "@/lib/services/data-check/survey-source";
import { measureSampleSpacing } from "@/lib/services/series/measure-sample-spacing";
import { queryInstant, queryRange, querySamples } from "@/lib/sources/prometheus/client";
import { findPrometheusVersions } from "@/tests/support/sources/metrics-servers";
import {
  nativeFamilies,
  nativeModel,
  nativeNames,
  spacingMs,
} from "@/tests/support/histories/native-history";
import { startNativePrometheus } from "@/tests/support/sources/native-prometheus";
import type { FrozenPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as setEnvironment,
} from "@/tests/support/server/server-environment";
import { createTestUpstream } from "@/tests/support/server/upstream";

const { found, missing } = await findPrometheusVersions();
const endMs = Date.now();
const families = nativeFamilies(endMs);
const windowMs = 300_000;
const running = new Map<string, { readonly server: FrozenPrometheus; readonly upstream: SourceUpstream }>();

const runningAt = (version: string) => {
  const one = running.get(version);
  if (one === undefined) throw new Error(`Prometheus ${version} is not running`);
  return one;
};

beforeAll(async () => {
  const versionNames = found.map(({ version }) => `Prometheus ${version}`).join(", ");
  process.stdout.write(`run on ${[versionNames, ...missing].join("; ")}\n`);
  for (const tool of found) {
    const server = await startNativePrometheus(families, tool);
    running.set(tool.version, { server, upstream: createTestUpstream(server.url) });
  }
});
afterAll(async () => {
  for (const { server, upstream } of running.values()) {
    await upstream.close();
    await server.stop();
  }
});

const { ttft } = nativeNames;
const native = [ttft, nativeNames.running];
const classic = [`${ttft}_bucket`, `${ttft}_sum`, `${ttft}_count`];

const contextWith = (metricNames: readonly string[], copyLabels: readonly string[] = []) => ({
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both" as const, selectors: [{ model_name: nativeModel }] }],
    attachments: [],
    metricNames,
    copyLabels,
  },
  scope: { deployment: "d" },
});

async function numberOf(version: string, statistic: Statistic, queryContext: ReturnType<typeof contextWith>) {
  const plan = compileSignal("ttft", statistic, queryContext, windowMs);
  const answers = await Promise.all(
    listPlanQueries(plan).map(
      async (promql) =>
        [promql, await queryInstant(runningAt(version).upstream, { promql, atMs: endMs })] as const,
    ),
  );
  return evaluatePlan(plan, columnsFromVectors(new Map(answers)), windowMs);
}

describe.each(found.map(({ version }) => version))("Prometheus %s", (version) => {
  test("discovery finds the deployment by its address alone, with numbers for its native latencies", async () => {
    const { server } = runningAt(version);
    setEnvironment({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none", PROMETHEUS_URL: server.url });
    const survey = await surveySource("prometheus", AbortSignal.timeout(60_000));
    await leaveServerEnvironment();
    expect(survey.deployments.map(({ model }) => model)).toEqual([nativeModel]);
    const [check] = survey.deployments.map((deployment) => deployment.check);
    const rows = check?.kind === "checked" ? check.rows : [];
    const outcomeOf = (signal: string) => rows.find((row) => row.signal === signal)?.outcome;
    expect(["ttft", "e2e", "running"].map(outcomeOf)).toEqual(["with-data", "with-data", "with-data"]);
  });

  test("classic metric names found earlier do not change the answer", async () => {
    for (const statistic of ["p50", "p99", "mean"] as const) {
      const [now, changed] = await Promise.all([
        numberOf(version, statistic, contextWith(native)),
        numberOf(version, statistic, contextWith([...classic, ...native])),
      ]);
      expect(now.values[0]).toBeGreaterThan(0);
      expect(changed).toEqual(now);
    }
  });

  test("ranks its instances, and the split distinguishes them", async () => {
    const ranking = compileLabelRanking("ttft", contextWith(native), { label: "instance", windowMs });
    const { upstream } = runningAt(version);
    const { samples } = await queryInstant(upstream, { promql: ranking?.topValuesQuery ?? "", atMs: endMs });
    const instances = samples.map(({ labels }) => labels["instance"] ?? "");
    expect(new Set(instances)).toEqual(new Set(["a:8000", "b:8000", "c:8000"]));
  });

  test("measures the scrape interval of its samples", async () => {
    const { upstream } = runningAt(version);
    const source = {
      queryRange: (query: Parameters<typeof queryRange>[1]) => queryRange(upstream, query),
      queryInstant: (query: Parameters<typeof queryInstant>[1]) => queryInstant(upstream, query),
      querySamples: (query: Parameters<typeof querySamples>[1]) => querySamples(upstream, query),
    };
    const window = { startMs: endMs - 1_800_000, endMs };
    const selector = `${ttft}{model_name="${nativeModel}"}`;
    expect(await measureSampleSpacing(source, selector, window)).toEqual({
      longestMs: spacingMs,
      shortestMs: spacingMs,
    });
  });
});

const modern = found.map(({ version }) => version).filter((version) => !version.startsWith("2."));

test.each(modern)("copies of a histogram count once on Prometheus %s", async (version) => {
  // The three instances act as copies. Merging copies returns their mean.
  const separate = await numberOf(version, "p90", contextWith(native));
  const merged = await numberOf(version, "p90", contextWith(native, ["instance"]));
  expect(merged.values[0]).toBeCloseTo(separate.values[0] ?? Number.NaN, 9);
  expect(merged.observationCounts?.[0]).toBeCloseTo((separate.observationCounts?.[0] ?? Number.NaN) / 3, 9);
});
