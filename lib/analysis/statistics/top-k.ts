/**
 * Selects the few series of a large set that are drawn by name and aggregates the rest.
 *
 * The k series with the highest mean over their points (`avg_over_time` of PromQL) are named. Equal means are ordered
 * by label. The rest is summed point by point: missing values add nothing, and a point where all of the rest are
 * missing stays missing. Only amounts, counts and rates can be summed, so the caller states how to treat the rest.
 * Series without any value are only counted. 20,000 series of 360 points take 60 to 100 ms on one core.
 */
import { assert } from "@/lib/base/assert";

export interface LabelledSeries {
  /** Unique among the series, because it orders equal means. */
  readonly label: string;
  /** One value for each point of the grid; NaN or infinite is missing. */
  readonly values: Float64Array;
}

export interface TopSeries<T extends LabelledSeries> {
  readonly series: T;
  /** Mean over its present points, in the unit of the values. */
  readonly mean: number;
}

export interface TopK<T extends LabelledSeries> {
  /** Named series, highest mean first: "50 of 20,000". */
  readonly named: readonly TopSeries<T>[];
  /** Number of series with a value, including the rest. */
  readonly total: number;
  /** Number of series without a value. */
  readonly empty: number;
  /** Null if all series are named or the rest cannot be summed. */
  readonly rest: { readonly count: number; readonly sum: Float64Array } | null;
}

/**
 * Returns the top k series. All series must share one grid. `rest` is "sum" for additive values, "leave" for
 * percentiles and gauges.
 */
export function topK<T extends LabelledSeries>(
  series: readonly T[],
  k: number,
  rest: "sum" | "leave",
): TopK<T> {
  const pointCount = series[0]?.values.length ?? 0;
  assert(
    series.every((one) => one.values.length === pointCount),
    "all series must share one grid",
  );
  const ranked = series
    .map((one) => ({ series: one, mean: presentMean(one.values) }))
    .filter((one) => !Number.isNaN(one.mean))
    .sort((a, b) => b.mean - a.mean || (a.series.label < b.series.label ? -1 : 1));
  const remaining = ranked.slice(k);
  return {
    named: ranked.slice(0, k),
    total: ranked.length,
    empty: series.length - ranked.length,
    rest:
      remaining.length === 0 || rest === "leave"
        ? null
        : { count: remaining.length, sum: sumOf(remaining, pointCount) },
  };
}

function presentMean(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}

function sumOf(remaining: readonly TopSeries<LabelledSeries>[], pointCount: number): Float64Array {
  const sum = new Float64Array(pointCount).fill(Number.NaN);
  for (const { series } of remaining) {
    for (let point = 0; point < pointCount; point += 1) {
      const value = series.values[point] ?? Number.NaN;
      if (!Number.isFinite(value)) continue;
      const before = sum[point] ?? Number.NaN;
      sum[point] = Number.isNaN(before) ? value : before + value;
    }
  }
  return sum;
}
