/**
 * Native histogram that replaces a classic histogram: `x_bucket`, `x_sum` and `x_count` are parts of one
 * metric `x`.
 */
export interface NativeHistogramName {
  readonly metricName: string;
  /** The part of the native histogram that replaces the classic name. */
  readonly nativeHistogramPart: "histogram" | "count" | "sum";
}

const parts = { bucket: "histogram", count: "count", sum: "sum" } as const;

/**
 * Finds the native histogram that replaces a classic series, by the metric names observed at the deployment.
 * Undefined if its name was not observed, or if it may be a summary, which has the same name.
 */
export function findNativeHistogram(
  classicName: string,
  observedNames: ReadonlySet<string>,
): NativeHistogramName | undefined {
  const [, name, part] = /^(.+)_(bucket|count|sum)$/.exec(classicName) ?? [];
  if (name === undefined || part === undefined || !observedNames.has(name)) return undefined;
  if (observedNames.has(classicName) && !observedNames.has(`${name}_bucket`)) return undefined;
  return { metricName: name, nativeHistogramPart: parts[part as keyof typeof parts] };
}
