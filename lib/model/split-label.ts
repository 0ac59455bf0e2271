/** Labels that name a metric's own parts, not who or where: nothing can be split by them. */

const metricPartLabels: ReadonlyMap<string, string> = new Map([
  ["__name__", "the metric's name"],
  ["le", "a bucket edge"],
  ["quantile", "a quantile of a summary"],
]);

export function isMetricPartLabel(label: string): boolean {
  return metricPartLabels.has(label);
}

/** Why nothing can be split by `label`, in words; undefined where something may be. */
export function splitLabelError(label: string): string | undefined {
  const part = metricPartLabels.get(label);
  return part && `${label} is ${part}, not a label to split by`;
}
