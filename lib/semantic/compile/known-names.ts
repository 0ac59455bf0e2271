/** The metric names ever observed at a deployment as a set. */
import { oncePer } from "@/lib/base/once-per";

const toSet = oncePer((names: readonly string[]): ReadonlySet<string> => new Set(names));

/** Returns the observed names of a deployment as a set; the same set for the same list. */
export function toMetricNameSet({
  metricNames,
}: {
  readonly metricNames: readonly string[];
}): ReadonlySet<string> {
  return toSet(metricNames);
}
