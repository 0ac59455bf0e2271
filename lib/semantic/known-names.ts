/** The names that were ever seen at a deployment. A list of them is never changed, so each is made a set once. */
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
