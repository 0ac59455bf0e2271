/** Warnings about values whose instances use different bucket edges, derived from the same queries as the values. */
import type { QualityWarning, SplitGroup } from "@/lib/model/answer";
import type { SignalId } from "@/lib/model/signals/signals";
import { hasMixedEdges } from "@/lib/analysis/statistics/quantiles/mixed-edges";
import type { QueryColumns } from "./columns";
import { evaluatePlan } from "./evaluate";
import { readClassicBucketEdges } from "./histograms";
import type { SignalPlan } from "@/lib/semantic/compile/plan";

type QuantilePlan = Extract<SignalPlan, { kind: "quantile" }>;

interface QueriedPlan {
  readonly plan: SignalPlan;
  readonly group?: SplitGroup;
  readonly narrow: (columns: QueryColumns) => QueryColumns;
}

const mixedEdgesText =
  "The instances use different bucket edges, so percentiles over all of them are not exact. Split by instance or select one.";

/** Results of the plans over the points of a window, or at the time of the headline. */
interface PlanResults {
  readonly plans: readonly QueriedPlan[];
  readonly columns: QueryColumns;
  /** Rate window of the queries. */
  readonly windowMs: number;
}

/**
 * Returns a warning for each signal that sums histograms with different bucket edges within the window or in
 * its headline, in the order of the plans.
 */
export function findMixedEdgeWarnings(window: PlanResults, headline: PlanResults): readonly QualityWarning[] {
  const current = findMixedSignals(headline);
  return [...new Set([...findMixedSignals(window), ...current])].map((signal) => ({
    signal,
    kind: "mixed-edges",
    detail: mixedEdgesText,
    ...(current.has(signal) ? { isCurrent: true } : {}),
  }));
}

function findMixedSignals({ plans, columns, windowMs }: PlanResults): ReadonlySet<SignalId> {
  const mixed = new Set<SignalId>();
  const checked = new Set<string>();
  for (const { plan, group, narrow } of plans) {
    if (plan.kind !== "quantile" || mixed.has(plan.signal)) continue;
    // All percentiles of one label value use the same buckets.
    const key = JSON.stringify([plan.bucketsQuery, group ?? null]);
    if (checked.has(key)) continue;
    checked.add(key);
    const planColumns = narrow(columns);
    const means = meansOfSameObservations({ plan, group }, plans, planColumns);
    if (
      hasMixedEdges(readClassicBucketEdges(planColumns.findRows(plan.bucketsQuery)), columns.pointCount, {
        means,
        valuePerObservation: 1_000 / windowMs,
      })
    )
      mixed.add(plan.signal);
  }
  return mixed;
}

/**
 * Returns the means of the same observations, in the unit of the bucket edges. Undefined if they were not requested.
 */
function meansOfSameObservations(
  { plan, group }: { readonly plan: QuantilePlan; readonly group: SplitGroup | undefined },
  plans: readonly QueriedPlan[],
  planColumns: QueryColumns,
): Float64Array | undefined {
  const part = JSON.stringify(group ?? null);
  const meanPlan = plans.find(
    (one) =>
      one.plan.kind === "mean" &&
      one.plan.signal === plan.signal &&
      JSON.stringify(one.group ?? null) === part,
  );
  if (meanPlan === undefined) return undefined;
  // The number of observations is not used here, so the length of the rate window does not matter.
  return evaluatePlan(meanPlan.plan, planColumns, 0).values.map((mean) => mean / plan.scale);
}
