/**
 * Maps the classic names of a histogram to its native form, in which `x_bucket`, `x_sum` and `x_count` are one metric
 * `x`. Uses the metric names ever observed at a deployment.
 */
export interface NativeHistogramName {
  readonly metricName: string;
  /** The part of the native histogram that replaces the classic name. */
  readonly nativeHistogramPart: "histogram" | "count" | "sum";
}

const parts = { bucket: "histogram", count: "count", sum: "sum" } as const;

/**
 * Returns the native histogram that replaces the classic one. Undefined if its name was not observed. If both names were
 * observed, the metric changed its form. This holds only if its buckets were observed: a summary also has the name without
 * a suffix, the sum and the count.
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
