/**
 * Where a histogram's classic names lead when it is exposed as a native one: `x_bucket`, `x_sum` and `x_count` are all one metric
 * `x` then. Known from the names that were ever seen at a deployment.
 */
export interface NativeName {
  readonly name: string;
  /** What of the native histogram stands for the classic name. */
  readonly native: "histogram" | "count" | "sum";
}

const parts = { bucket: "histogram", count: "count", sum: "sum" } as const;

/**
 * The native histogram that stands for `classic`, if it was seen. A classic name that was seen as well is a histogram that
 * changed its form, as far as it has buckets: a summary has the bare name and the others, too.
 */
export function nativeName(classic: string, observedNames: ReadonlySet<string>): NativeName | undefined {
  const [, name, part] = /^(.+)_(bucket|count|sum)$/.exec(classic) ?? [];
  if (name === undefined || part === undefined || !observedNames.has(name)) return undefined;
  if (observedNames.has(classic) && !observedNames.has(`${name}_bucket`)) return undefined;
  return { name, native: parts[part as keyof typeof parts] };
}
