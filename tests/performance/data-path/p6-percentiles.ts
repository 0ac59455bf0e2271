/**
 * P6: a percentile panel from one bucket query and our quantile code, compared with four histogram_quantile queries.
 */
import {
  bucketQuantile,
  prepareHistogram,
  type CumulativeBucket,
} from "@/lib/analysis/statistics/quantiles/quantile";
import type { Matrix } from "@/lib/model/grid";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { queryDirectly, heavyPromql, lastGrid, type Fixture } from "./fixture";
import { queryRange } from "@/lib/sources/prometheus/client";

const levels = [0.5, 0.9, 0.95, 0.99] as const;
const points = 400;

function percentiles({ rows, grid }: Matrix): Float64Array[] {
  const edges = rows.map(({ labels, values }) => ({
    upperBound: labels["le"] === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels["le"]),
    values,
  }));
  return levels.map((q) =>
    Float64Array.from({ length: grid.pointCount }, (_, index) => {
      const buckets: CumulativeBucket[] = edges.map(({ upperBound, values }) => ({
        upperBound,
        cumulativeCount: values[index] ?? Number.NaN,
      }));
      const histogram = prepareHistogram(buckets);
      return (histogram && bucketQuantile(histogram, q)?.value) ?? Number.NaN;
    }),
  );
}

const panelPromql = (q: number): string => `histogram_quantile(${q}, ${heavyPromql})`;

/** Returns the number of points at which our percentiles and Prometheus's differ by more than 1e-9. */
async function mismatches(fixture: Fixture): Promise<number> {
  const grid = lastGrid(fixture.endMs, points);
  const ours = percentiles(await queryRange(fixture.upstream, { promql: heavyPromql, grid }));
  let wrong = 0;
  for (const [at, q] of levels.entries()) {
    const truth = (await queryRange(fixture.upstream, { promql: panelPromql(q), grid })).rows[0]?.values;
    ours[at]?.forEach((value, index) => {
      const expected = truth?.[index] ?? Number.NaN;
      const isSame = Number.isNaN(value)
        ? Number.isNaN(expected)
        : Math.abs(value - expected) <= 1e-9 * Math.abs(expected);
      if (!isSame) wrong += 1;
    });
  }
  return wrong;
}

export async function benchPercentiles(fixture: Fixture): Promise<BenchRow> {
  const wrong = await mismatches(fixture);
  const grid = lastGrid(fixture.endMs, points);
  return compare({
    id: "P6",
    title: `percentile panel, 2,000 series, ${wrong} mismatches`,
    unit: "ms",
    must: 0.35,
    moonshot: 0.26,
    ours: async () => {
      const startedMs = performance.now();
      percentiles(await queryRange(fixture.upstream, { promql: heavyPromql, grid }));
      return performance.now() - startedMs;
    },
    peer: async () => {
      const startedMs = performance.now();
      for (const q of levels) await queryDirectly(fixture.prometheusUrl, { promql: panelPromql(q), grid });
      return performance.now() - startedMs;
    },
  });
}
