/** Selects the deployment for a link without one. */
import type { OverviewRow } from "@/lib/contracts/overview";

/**
 * Returns the slug of the first of `rows`, which are sorted worst first. Returns null while pending rows may be worse than a
 * healthy first row.
 */
export function findWorstDeployment(rows: readonly OverviewRow[] | undefined): string | null {
  const [first] = rows ?? [];
  if (first === undefined) return null;
  const areAllRead = rows?.every(({ state }) => state !== "pending") === true;
  return areAllRead || isUnhealthy(first) ? first.slug : null;
}

function isUnhealthy(row: OverviewRow): boolean {
  return row.state === "judged" && ["down", "bad"].includes(row.status.tone);
}
