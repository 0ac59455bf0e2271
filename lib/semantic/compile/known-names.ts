/** The metric names ever observed at a deployment as a set. */
import { memoizePerObject } from "@/lib/base/memoize-per-object";

const toSet = memoizePerObject((names: readonly string[]): ReadonlySet<string> => new Set(names));

/** Converts the metric names observed at a deployment to a set. The set is cached per list. */
export function toMetricNameSet({
  metricNames,
}: {
  readonly metricNames: readonly string[];
}): ReadonlySet<string> {
  return toSet(metricNames);
}
