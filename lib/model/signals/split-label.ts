/** Labels that are part of a metric's structure. Signals cannot be split by them. */

const metricPartLabels: ReadonlyMap<string, string> = new Map([
  ["__name__", "the metric name"],
  ["le", "a bucket edge"],
  ["quantile", "a quantile of a summary"],
]);

/** Returns whether a label belongs to the metric format, such as `le`, and not to the target or request. */
export function isStructuralLabel(label: string): boolean {
  return metricPartLabels.has(label);
}

/** Returns why signals cannot be split by `label`, as a sentence; undefined when they can. */
export function splitLabelError(label: string): string | undefined {
  const part = metricPartLabels.get(label);
  return part && `${label} is ${part} and cannot be used to split`;
}
