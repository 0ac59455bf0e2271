/**
 * Compares native histograms with the Prometheus that stores them: for random windows, steps, instances and
 * quantiles, our numbers equal `histogram_quantile`, `histogram_avg` and `histogram_count`. Prometheus before version
 * 3 interpolates differently. For those versions, our bucket must contain the value of Prometheus.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Grid } from "@/lib/model/grid";
import type { Statistic } from "@/lib/model/question";
import { columnsFromMatrices, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryRange } from "@/lib/sources/prometheus/client";
import { findPrometheusVersions } from "@/tests/support/sources/metrics-servers";
import {
  historyMs,
  nativeFamilies,
  nativeModel,
  nativeNames,
} from "@/tests/support/histories/native-history";
import { startNativePrometheus } from "@/tests/support/sources/native-prometheus";
import type { FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { createTestUpstream } from "@/tests/support/server/upstream";

const stepMs = 15_000;
const endMs = Math.floor(Date.now() / stepMs) * stepMs;
const { found, missing } = await findPrometheusVersions();
const versions = found.map(({ version }) => version);
const running = new Map<string, { readonly server: FrozenPrometheus; readonly upstream: SourceUpstream }>();

beforeAll(async () => {
  const versionNames = versions.map((version) => `Prometheus ${version}`).join(", ");
  process.stdout.write(`run on ${[versionNames, ...missing].join("; ")}\n`);
  for (const tool of found) {
    const server = await startNativePrometheus(nativeFamilies(endMs), tool);
    running.set(tool.version, { server, upstream: createTestUpstream(server.url) });
  }
});
afterAll(async () => {
  for (const { server, upstream } of running.values()) {
    await upstream.close();
    await server.stop();
  }
});

const isModern = (version: string): boolean => Number(version.split(".")[0]) >= 3;

interface Case {
  readonly version: string;
  readonly grid: Grid;
  readonly windowMs: number;
  readonly instance: string | undefined;
}

const caseInputs = fc.record({
  startMs: fc.integer({ min: 0, max: 100 }).map((steps) => endMs - historyMs + steps * stepMs),
  pointCount: fc.integer({ min: 20, max: 60 }),
  windowMs: fc.constantFrom(60_000, 300_000, 437_000),
  instance: fc.constantFrom(undefined, "a:8000", "b:8000", "c:8000", "none"),
});

const toCase = (
  { startMs, pointCount, ...rest }: { startMs: number; pointCount: number } & Omit<Case, "grid" | "version">,
  version: string,
): Case => ({ ...rest, version, grid: { startMs, stepMs, pointCount } });

const upstreamOf = (version: string): SourceUpstream => {
  const one = running.get(version);
  if (one === undefined) throw new Error(`Prometheus ${version} is not running`);
  return one.upstream;
};

const matrixOf = ({ version, grid }: Case, promql: string) =>
  queryRange(upstreamOf(version), { promql, grid });

async function queryServer(one: Case, promql: string): Promise<Float64Array> {
  const matrix = await matrixOf(one, promql);
  return readSingleColumn(columnsFromMatrices(one.grid.pointCount, new Map([[promql, matrix]])), promql);
}

const filterOf = ({ instance }: Case): string =>
  `{model_name="${nativeModel}"${instance === undefined ? "" : `,instance="${instance}"`}}`;
const rated = (one: Case, name: string): string =>
  `sum(rate(${name}${filterOf(one)}[${one.windowMs / 1_000}s]))`;

async function compute(one: Case, signal: "ttft" | "e2e", statistic: Statistic, q?: number) {
  const { instance } = one;
  const plan = compileSignal(
    signal,
    statistic,
    {
      engine: engineById("vllm"),
      deployment: {
        pools: [{ role: "both", selectors: [{ model_name: nativeModel }] }],
        attachments: [],
        metricNames: Object.values(nativeNames),
        copyLabels: [],
      },
      scope: { deployment: "d", ...(instance === undefined ? {} : { instance }) },
    },
    one.windowMs,
  );
  const wanted = plan.kind === "quantile" && q !== undefined ? { ...plan, quantile: q } : plan;
  const answers = await Promise.all(
    listPlanQueries(wanted).map(async (promql) => [promql, await matrixOf(one, promql)] as const),
  );
  return evaluatePlan(wanted, columnsFromMatrices(one.grid.pointCount, new Map(answers)), one.windowMs);
}

/** Returns the largest difference relative to `right`. A number on one side only counts as infinite. */
function difference(left: Float64Array, right: Float64Array): number {
  return left.reduce((largest, a, index) => {
    const b = right[index] ?? Number.NaN;
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return largest;
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.POSITIVE_INFINITY;
    return Math.max(largest, Math.abs(a - b) / Math.max(Math.abs(b), 1e-300));
  }, 0);
}

const quantile = fc.oneof(fc.constantFrom(0.5, 0.9, 0.95, 0.99), fc.double({ min: 0, max: 1, noNaN: true }));

/**
 * Quantiles whose rank is not exactly on the edge between two buckets. On an edge, either bucket is a correct answer.
 */
const insideBuckets = fc.double({ min: 0.001, max: 1, noNaN: true }).map((q) => q * (1 - 1e-7));

/** Prometheus 2 needs twenty times as long for a native histogram. */
const fewerRunsFor = (version: string) => ({
  numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 300) / (isModern(version) ? 1 : 10)),
});

describe.each(versions.filter(isModern))("Prometheus %s", (version) => {
  test.each(["ttft", "e2e"] as const)(
    "percentiles of %s equal histogram_quantile to 1e-9",
    async (signal) => {
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(caseInputs, quantile, async (input, q) => {
          const one = toCase(input, version);
          const truth = await queryServer(
            one,
            `histogram_quantile(${q}, ${rated(one, nativeNames[signal])})`,
          );
          const computed = await compute(one, signal, "p90", q);
          compared += truth.filter((value) => !Number.isNaN(value)).length;
          expect(difference(computed.values, truth)).toBeLessThanOrEqual(1e-9);
        }),
      );
      // The comparison proves nothing if both sides are empty.
      expect(compared).toBeGreaterThan(1_000);
    },
    3_600_000,
  );
});

describe.each(versions)("Prometheus %s, any version", (version) => {
  test("the bucket contains the quantile of Prometheus, and n is its count", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(caseInputs, insideBuckets, async (input, q) => {
        const one = toCase(input, version);
        const rate = rated(one, nativeNames.ttft);
        const truth = await queryServer(one, `histogram_quantile(${q}, ${rate})`);
        const count = await queryServer(one, `histogram_count(${rate})`);
        const { bucketBounds, observationCounts } = await compute(one, "ttft", "p90", q);
        const expected = count.map((perSecond) => perSecond * (one.windowMs / 1_000));
        expect(difference(observationCounts ?? new Float64Array(), expected)).toBeLessThanOrEqual(1e-12);
        for (const [index, value] of truth.entries()) {
          if (Number.isNaN(value)) continue;
          compared += 1;
          expect(value).toBeGreaterThanOrEqual((bucketBounds?.lower[index] ?? Number.NaN) * (1 - 1e-9));
          expect(value).toBeLessThanOrEqual((bucketBounds?.upper[index] ?? Number.NaN) * (1 + 1e-9));
        }
      }),
      fewerRunsFor(version),
    );
    expect(compared).toBeGreaterThan(300);
  }, 3_600_000);

  test("means equal the histogram's sum over its count", async () => {
    await fc.assert(
      fc.asyncProperty(caseInputs, async (input) => {
        const one = toCase(input, version);
        const rate = rated(one, nativeNames.ttft);
        const truth = await queryServer(one, `histogram_sum(${rate}) / histogram_count(${rate})`);
        expect(difference((await compute(one, "ttft", "mean")).values, truth)).toBeLessThanOrEqual(1e-9);
      }),
      fewerRunsFor(version),
    );
  }, 3_600_000);
});
