/** Identity of a series: its labels in one text that does not depend on the order they were sent in. */

export type Labels = Readonly<Record<string, string>>;

/** Labels are never changed, and the same ones are asked about again on the way through mapping and joining. */
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
