/** Searches and orders the list of baselines. */
import type { BaselineOrder } from "@/lib/client/baselines-url";
import type { BaselineEntry } from "@/lib/contracts/baselines";

/** Returns the title of the baseline's deployment, also after the deployment was deleted. */
export function getDeploymentTitle({ deployment, formerTitle }: BaselineEntry): string {
  return deployment?.title ?? formerTitle ?? "Unknown deployment";
}

/** Returns the time from which the age of a baseline is displayed: the end of its window. */
export function getMeasuredAtMs({ window, createdAtMs }: BaselineEntry): number {
  return window?.endMs ?? createdAtMs;
}

type NumberOf = (baseline: BaselineEntry) => number | null | undefined;

const numbers: Readonly<Partial<Record<BaselineOrder, NumberOf>>> = {
  newest: getMeasuredAtMs,
  requests: ({ summary }) => summary?.requestCount,
  "ttft-p95": ({ summary }) => summary?.ttftP95Seconds,
  "e2e-p95": ({ summary }) => summary?.e2eP95Seconds,
  "requests-per-second": ({ summary }) => summary?.requestsPerSecond,
};

const texts: Readonly<Partial<Record<BaselineOrder, (baseline: BaselineEntry) => string>>> = {
  name: ({ name }) => name,
  deployment: getDeploymentTitle,
};

/**
 * Returns the baselines whose text contains `find`, in the given order. Baselines without the number are last, and equal baselines are sorted from the newest to the oldest.
 */
export function filterAndSortBaselines(
  baselines: readonly BaselineEntry[],
  { find, order }: { readonly find: string | null; readonly order: BaselineOrder },
): readonly BaselineEntry[] {
  const sought = find?.trim().toLowerCase() ?? "";
  const found = baselines.filter((one) =>
    [one.name, getDeploymentTitle(one), one.author].some((text) => text.toLowerCase().includes(sought)),
  );
  const textOf = texts[order];
  if (textOf !== undefined) {
    const { compare } = new Intl.Collator("en", { numeric: true });
    return found.toSorted((a, b) => compare(textOf(a), textOf(b)));
  }
  const numberOf: NumberOf = numbers[order] ?? getMeasuredAtMs;
  const sortable = (one: BaselineEntry): number => numberOf(one) ?? Number.NEGATIVE_INFINITY;
  return found.toSorted((a, b) => (sortable(b) < sortable(a) ? -1 : sortable(b) > sortable(a) ? 1 : 0));
}
