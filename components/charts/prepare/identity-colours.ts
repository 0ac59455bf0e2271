/** Which colour stands for which value of a split. */
import type { Answer } from "@/lib/model/answer";

/** As many values as are named have a colour each. */
const identities = Array.from({ length: 8 }, (_, index) => `id-${index + 1}`);

/**
 * The page's values in the order of their names, so that each has one colour in every panel, whatever its rank there; what only this
 * panel has takes the colours that are free in it.
 */
export function identityColours({ series, split }: Answer): ReadonlyMap<string, string> {
  const values = series.flatMap(({ group }) => (group?.kind === "value" ? [group.value] : []));
  const shownValues = new Set(values.toSorted());
  const page = (split?.pageNames ?? []).toSorted();
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
