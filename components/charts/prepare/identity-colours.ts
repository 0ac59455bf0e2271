/** Colours of the values of a split. */
import type { Answer } from "@/lib/model/answer";

/** Number of colours, one per named value. */
const identities = Array.from({ length: 8 }, (_, index) => `id-${index + 1}`);

/**
 * Assigns colours to the split values of the page in alphabetical order, so that each has one colour in every panel.
 * Values that only this panel has get the remaining colours.
 */
export function assignSplitColours({ series, split }: Answer): ReadonlyMap<string, string> {
  const values = series.flatMap(({ group }) => (group?.kind === "value" ? [group.value] : []));
  const shownValues = new Set(values.toSorted());
  const page = (split?.sharedPageValues ?? []).toSorted();
  const colours = new Map<string, string>(
    page.flatMap((value, index) =>
      shownValues.has(value) ? [[value, identities[index % identities.length] ?? "ink-3"] as const] : [],
    ),
  );
  const free = identities.filter((colour) => ![...colours.values()].includes(colour));
  const otherValues = [...shownValues].filter((value) => !colours.has(value));
  for (const [index, value] of otherValues.entries())
    colours.set(value, free[index % free.length] ?? "ink-3");
  return colours;
}
