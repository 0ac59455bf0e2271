/** Key of a series: its labels as text, independent of their order. */

export type Labels = Readonly<Record<string, string>>;

/** Label objects are never modified, and mapping and joining request the same keys repeatedly. */
const known = new WeakMap<Labels, string>();

export function labelKey(labels: Labels): string {
  const before = known.get(labels);
  if (before !== undefined) return before;
  const key = JSON.stringify(
    Object.keys(labels)
      .sort()
      .map((name) => [name, labels[name]]),
  );
  known.set(labels, key);
  return key;
}
