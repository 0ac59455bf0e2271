/** Removes means that are higher than the buckets of the same observations allow. */
import { isMeanAboveBuckets } from "@/lib/analysis/statistics/quantiles/mean-limit";
import type { MeanLimitBuckets } from "@/lib/semantic/compile/plan";
import type { QueryColumns } from "./columns";
import type { PlanResult } from "./evaluate";
import { readHistograms } from "./histograms";

/**
 * Removes means that are larger than the histogram of the same observations allows. Returns the result
 * unchanged if `buckets` is undefined.
 */
export function refuseInconsistentMeans(
  planResult: PlanResult,
  buckets: MeanLimitBuckets | undefined,
  columns: QueryColumns,
): PlanResult {
  if (buckets === undefined) return planResult;
  const { scale, hasEqualWeights } = buckets;
  const histograms = readHistograms(columns, buckets.bucketsQuery);
  const isInconsistent = Array.from(planResult.values, (value, index) => {
    const histogram = histograms[index];
    return histogram !== undefined && isMeanAboveBuckets(value / scale, histogram, { hasEqualWeights });
  });
  if (!isInconsistent.includes(true)) return planResult;
  const values = planResult.values.map((value, index) =>
    isInconsistent[index] === true ? Number.NaN : value,
  );
  return { ...planResult, values, isInconsistent };
}
