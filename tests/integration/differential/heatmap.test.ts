/**
 * Compares the heatmap's cells with a real Prometheus: each cell equals the difference between the `increase` of its
 * upper and its lower edge. Covers random windows, steps and label filters, and changes of the scrape interval,
 * resets and gaps. The heatmap needs no query other than that of the percentiles.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { computeHeatmap, type Heatmap } from "@/lib/analysis/statistics/quantiles/heatmap";
import type { Matrix } from "@/lib/model/grid";
import { columnsFromMatrices, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { toDistributions } from "@/lib/semantic/evaluate/distributions";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { queryRange } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";
import { dayPlan, writeHistory } from "@/tests/support/histories/vllm-history";
import { caseInputs, metric, queryPrometheus, toCase, type Case } from "./cases";

const frozen = startFrozenSource(() => writeHistory(dayPlan));

async function evaluateHeatmap({ grid, windowMs, queryContext }: Case): Promise<Heatmap> {
  const plan = compileSignal("ttft", "p95", queryContext, windowMs);
  const answers = new Map<string, Matrix>();
  for (const promql of listPlanQueries(plan))
    answers.set(promql, await queryRange(frozen.upstream, { promql, grid }));
  expect(answers.size).toBe(1);
  const narrow = (columns: QueryColumns): QueryColumns => columns;
  const [distribution] = toDistributions(
    [{ plan, narrow }],
    columnsFromMatrices(grid.pointCount, answers),
    windowMs,
  );
  const rows = (distribution?.edges ?? []).map((edge, index) => ({
    upperBound: edge ?? Number.POSITIVE_INFINITY,
    cumulativeCounts: Float64Array.from(distribution?.counts[index] ?? [], (count) => count ?? Number.NaN),
  }));
  return computeHeatmap(rows.length === 0 ? [] : [rows], grid.pointCount);
}

test("each cell is the increase of its upper edge minus that of its lower edge, within a millionth of the point's observations", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(caseInputs, fc.nat(), async (input, pick) => {
      const one = toCase(input);
      const map = await evaluateHeatmap(one);
      const increase = (le: string): string =>
        `sum(increase(${metric}_bucket${one.filter.replace("}", `,le=~"${le}"}`)}[${one.windowMs / 1000}s]))`;
      const total = await queryPrometheus(frozen.upstream, increase("[+]Inf"), one);
      expect(map.kind === "no-histogram").toBe(total.every(Number.isNaN));
      if (map.kind !== "heatmap") return;
      // The first cell starts at 0, and the last cell is unbounded.
      const cells = [...map.rows, map.overflow];
      const cell = cells[pick % cells.length]!;
      const edge = (bound: number): string =>
        bound === Infinity ? "[+]Inf" : `${String(bound).replace(".", "[.]")}(?:[.]0)?`;
      const upper = await queryPrometheus(frozen.upstream, increase(edge(cell.upper)), one);
      const lower =
        cell.lower === 0 ? null : await queryPrometheus(frozen.upstream, increase(edge(cell.lower)), one);
      for (const [index, count] of cell.counts.entries()) {
        const truth = (upper[index] ?? Number.NaN) - (lower === null ? 0 : (lower[index] ?? Number.NaN));
        expect(Number.isNaN(count)).toBe(Number.isNaN(truth));
        if (Number.isNaN(count)) continue;
        compared += 1;
        expect(Math.abs(count - truth)).toBeLessThanOrEqual(1e-6 * (total[index] ?? 0) + 1e-9);
      }
    }),
  );
  // The comparison proves nothing if both sides are empty.
  expect(compared).toBeGreaterThan(1_000);
}, 3_600_000);
