/** Identity of a series: its labels in one text that does not depend on the order they were sent in. */

export type Labels = Readonly<Record<string, string>>;

export function labelKey(labels: Labels): string {
  return JSON.stringify(
    Object.keys(labels)
      .sort()
      .map((name) => [name, labels[name]]),
  );
}
