/** The metric names ever observed at a deployment as a set. */
import { oncePer } from "@/lib/base/once-per";

const toSet = oncePer((names: readonly string[]): ReadonlySet<string> => new Set(names));

/** Converts the metric names observed at a deployment to a set. The set is cached per list. */
export function toMetricNameSet({
  metricNames,
}: {
  readonly metricNames: readonly string[];
}): ReadonlySet<string> {
  return toSet(metricNames);
}
