/**
 * Compares our numbers with a real Prometheus: percentiles equal `histogram_quantile`, and means and rates equal
 * those of PromQL. Covers random windows, steps and label filters, and changes of the scrape interval, resets and
 * gaps.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Matrix } from "@/lib/model/grid";
import type { Statistic } from "@/lib/model/question";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { queryRange } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import { dayPlan, writeHistory } from "@/tests/support/histories/vllm-history";
import { caseInputs, metric, queryPrometheus, toCase, type Case } from "./cases";

const frozen = startFrozenSource(() => writeHistory(dayPlan));

async function computeValues(
  statistic: Statistic,
  { grid, windowMs, queryContext }: Case,
): Promise<Float64Array> {
  const plan = compileSignal("ttft", statistic, queryContext, windowMs);
  const answers = new Map<string, Matrix>();
  for (const promql of listPlanQueries(plan))
    answers.set(promql, await queryRange(frozen.upstream, { promql, grid }));
  return evaluatePlan(plan, columnsFromMatrices(grid.pointCount, answers), windowMs).values;
}

/** Returns the largest relative difference. A number on one side only counts as infinite. */
function difference(left: Float64Array, right: Float64Array): number {
  let largest = 0;
  for (const [index, a] of left.entries()) {
    const b = right[index] ?? Number.NaN;
    if (Number.isNaN(a) && Number.isNaN(b)) continue;
    const relative =
      Number.isNaN(a) || Number.isNaN(b)
        ? Number.POSITIVE_INFINITY
        : Math.abs(a - b) / Math.max(Math.abs(b), 1e-300);
    largest = Math.max(largest, a === b ? 0 : relative);
  }
  return largest;
}

const quantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

test("percentiles equal histogram_quantile to 1e-9 for random windows, steps and filters", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      caseInputs,
      fc.constantFrom("p50", "p90", "p95", "p99" as const),
      async (input, name) => {
        const one = toCase(input);
        const window = `[${one.windowMs / 1000}s]`;
        const expected = await queryPrometheus(
          frozen.upstream,
          `histogram_quantile(${quantiles[name]}, sum by (le) (rate(${metric}_bucket${one.filter}${window})))`,
          one,
        );
        const computed = await computeValues(name, one);
        compared += expected.filter((value) => !Number.isNaN(value)).length;
        expect(difference(computed, expected)).toBeLessThanOrEqual(1e-9);
      },
    ),
  );
  // The comparison proves nothing if both sides are empty.
  expect(compared).toBeGreaterThan(1_000);
}, 3_600_000);

test("means equal sum over count, rates equal rate", async () => {
  await fc.assert(
    fc.asyncProperty(caseInputs, async (input) => {
      const one = toCase(input);
      const window = `[${one.windowMs / 1000}s]`;
      const part = (suffix: string): string => `sum(rate(${metric}_${suffix}${one.filter}${window}))`;
      const [sum, count] = [
        await queryPrometheus(frozen.upstream, part("sum"), one),
        await queryPrometheus(frozen.upstream, part("count"), one),
      ];
      const expected = sum.map((value, index) =>
        (count[index] ?? 0) > 0 ? value / (count[index] ?? 1) : Number.NaN,
      );
      expect(difference(await computeValues("mean", one), expected)).toBeLessThanOrEqual(1e-12);
    }),
  );
}, 3_600_000);
