/**
 * Our numbers against a real Prometheus: for random windows, steps and label filters, also across changes of sample spacing,
 * resets and gaps, percentiles equal `histogram_quantile`, means and rates equal PromQL's own.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Grid, Matrix } from "@/lib/model/grid";
import type { Statistic } from "@/lib/model/question";
import { rangeColumns, singleColumn } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf } from "@/lib/semantic/plan";
import type { Place } from "@/lib/semantic/scope-selectors";
import { alignGrid, chooseRateWindow, chooseStep } from "@/lib/semantic/grid";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryRange } from "@/lib/sources/prometheus/client";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { upstreamTo } from "@/tests/support/upstream";
import { dayPlan, frozenEndMs, frozenStartMs, model, writeHistory } from "@/tests/support/vllm-history";

let prometheus: FrozenPrometheus;
let upstream: SourceUpstream;

beforeAll(async () => {
  prometheus = await startPrometheus(writeHistory(dayPlan));
  upstream = upstreamTo(prometheus.url);
});
afterAll(async () => {
  await upstream.close();
  await prometheus.stop();
});

const metric = "vllm:time_to_first_token_seconds";
const spacings = [5_000, 30_000, 120_000] as const;

const asked = fc.record({
  startMs: fc.integer({ min: frozenStartMs, max: frozenEndMs - 600_000 }),
  lengthMs: fc.integer({ min: 600_000, max: 20 * 3_600_000 }),
  spacingMs: fc.constantFrom(...spacings),
  instance: fc.constantFrom(undefined, "a:8000", "b:8000", "c:8000", "none"),
});

interface Case {
  readonly grid: Grid;
  readonly windowMs: number;
  readonly place: Place;
  readonly filter: string;
}

function toCase({
  startMs,
  lengthMs,
  spacingMs,
  instance,
}: {
  startMs: number;
  lengthMs: number;
  spacingMs: number;
  instance: string | undefined;
}): Case {
  const window = { startMs, endMs: Math.min(frozenEndMs, startMs + lengthMs) };
  const stepMs = chooseStep(window, spacingMs, 120);
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ model_name: model }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  return {
    grid: alignGrid(window, stepMs),
    windowMs: chooseRateWindow(stepMs, spacingMs),
    place: {
      engine: engineById("vllm"),
      deployment,
      scope: { deployment: "d", ...(instance === undefined ? {} : { instance }) },
    },
    filter: `{model_name="${model}"${instance === undefined ? "" : `,instance="${instance}"`}}`,
  };
}

async function ours(statistic: Statistic, { grid, windowMs, place }: Case): Promise<Float64Array> {
  const plan = compileSignal("ttft", statistic, place, windowMs);
  const answers = new Map<string, Matrix>();
  for (const promql of queriesOf(plan)) answers.set(promql, await queryRange(upstream, { promql, grid }));
  return evaluatePlan(plan, rangeColumns(grid.pointCount, answers), windowMs).values;
}

async function theirs(promql: string, { grid }: Case): Promise<Float64Array> {
  const matrix = await queryRange(upstream, { promql, grid });
  return singleColumn(rangeColumns(grid.pointCount, new Map([[promql, matrix]])), promql);
}

/** Largest relative difference; a number on one side only counts as infinite. */
function difference(left: Float64Array, right: Float64Array): number {
  let largest = 0;
  for (const [index, a] of left.entries()) {
    const b = right[index] ?? Number.NaN;
    if (Number.isNaN(a) && Number.isNaN(b)) continue;
    const apart =
      Number.isNaN(a) || Number.isNaN(b)
        ? Number.POSITIVE_INFINITY
        : Math.abs(a - b) / Math.max(Math.abs(b), 1e-300);
    largest = Math.max(largest, a === b ? 0 : apart);
  }
  return largest;
}

const quantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

test("percentiles equal histogram_quantile to 1e-9, wherever and however they are asked", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom("p50", "p90", "p95", "p99" as const), async (input, name) => {
      const one = toCase(input);
      const window = `[${one.windowMs / 1000}s]`;
      const truth = await theirs(
        `histogram_quantile(${quantiles[name]}, sum by (le) (rate(${metric}_bucket${one.filter}${window})))`,
        one,
      );
      const mine = await ours(name, one);
      compared += truth.filter((value) => !Number.isNaN(value)).length;
      expect(difference(mine, truth)).toBeLessThanOrEqual(1e-9);
    }),
  );
  // Agreement on nothing would prove nothing.
  expect(compared).toBeGreaterThan(1_000);
}, 600_000);

test("means equal sum over count, rates equal rate", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (input) => {
      const one = toCase(input);
      const window = `[${one.windowMs / 1000}s]`;
      const part = (suffix: string): string => `sum(rate(${metric}_${suffix}${one.filter}${window}))`;
      const [sum, count] = [await theirs(part("sum"), one), await theirs(part("count"), one)];
      const truth = sum.map((value, index) =>
        (count[index] ?? 0) > 0 ? value / (count[index] ?? 1) : Number.NaN,
      );
      expect(difference(await ours("mean", one), truth)).toBeLessThanOrEqual(1e-12);
    }),
  );
}, 600_000);
