/** The buckets behind an answer's quantiles, from the same queries as the quantiles. */
import type { Distribution, SplitGroup } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { roundToNullable } from "./answer-series";
import type { QueryColumns } from "./columns";
import { readBucketEdges } from "./histograms";
import type { SignalPlan } from "@/lib/semantic/compile/plan";

interface QueriedPlan {
  readonly plan: SignalPlan;
  readonly group?: SplitGroup;
  readonly narrow: (columns: QueryColumns) => QueryColumns;
}

/**
 * Returns the bucket counts over time, one distribution for each bucket query and split value. Counts are
 * rate × `windowMs`.
 */
export function toDistributions(
  plans: readonly QueriedPlan[],
  columns: QueryColumns,
  windowMs: number,
): readonly Distribution[] {
  const included = new Set<string>();
  return plans.flatMap(({ plan, group, narrow }) => {
    if (plan.kind !== "quantile") return [];
    const key = JSON.stringify([plan.bucketsQuery, group ?? null]);
    if (included.has(key)) return [];
    included.add(key);
    const edges = readBucketEdges(narrow(columns).findRows(plan.bucketsQuery));
    const seconds = windowMs / 1_000;
    return [
      {
        signal: plan.signal,
        ...(group === undefined ? {} : { group }),
        unit: signalDefinition(plan.signal).unit,
        edges: edges.map(({ upperBound }) => (Number.isFinite(upperBound) ? upperBound * plan.scale : null)),
        counts: edges.map(({ cumulativeCounts }) =>
          roundToNullable(cumulativeCounts.map((rate) => rate * seconds)),
        ),
      },
    ];
  });
}
