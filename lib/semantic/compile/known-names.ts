/**
 * Returns the metric names ever observed at a deployment as a set. The lists are immutable, so each set is created
 * once.
 */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

export function knownNames({
  metricNames,
}: {
  readonly metricNames: readonly string[];
}): ReadonlySet<string> {
  const known = sets.get(metricNames);
  if (known !== undefined) return known;
  const names = new Set(metricNames);
  sets.set(metricNames, names);
  return names;
}
