/** The buckets behind an answer's quantiles, from the same queries as the quantiles. */
import type { Distribution, SplitGroup } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { toColumn } from "./assemble";
import type { Columns } from "./columns";
import { edgesOf } from "./histograms";
import type { SignalPlan } from "@/lib/semantic/compile/plan";

interface QueriedPlan {
  readonly plan: SignalPlan;
  readonly group?: SplitGroup;
  readonly narrow: (columns: Columns) => Columns;
}

/** Returns one distribution for each bucket query and part of a split; rate × window = observations. */
export function distributionsOf(
  plans: readonly QueriedPlan[],
  columns: Columns,
  windowMs: number,
): readonly Distribution[] {
  const included = new Set<string>();
  return plans.flatMap(({ plan, group, narrow }) => {
    if (plan.kind !== "quantile") return [];
    const key = JSON.stringify([plan.buckets, group ?? null]);
    if (included.has(key)) return [];
    included.add(key);
    const edges = edgesOf(narrow(columns).rows(plan.buckets));
    const seconds = windowMs / 1_000;
    return [
      {
        signal: plan.signal,
        ...(group === undefined ? {} : { group }),
        unit: signalDefinition(plan.signal).unit,
        edges: edges.map(({ upperBound }) => (Number.isFinite(upperBound) ? upperBound * plan.scale : null)),
        counts: edges.map(({ counts }) => toColumn(counts.map((rate) => rate * seconds))),
      },
    ];
  });
}
