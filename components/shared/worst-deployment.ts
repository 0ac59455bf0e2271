/** Which deployment a link without one means. */
import type { OverviewRow } from "@/lib/contracts/overview";
import { statusMeaning } from "@/lib/model/status";

/** The first of `rows`, which are worst first; null while one that is still being read may be worse than one that is well. */
export function worstDeployment(rows: readonly OverviewRow[] | undefined): string | null {
  const [first] = rows ?? [];
  if (first === undefined) return null;
  const areAllRead = rows?.every(({ state }) => state !== "pending") === true;
  return areAllRead || isUnhealthy(first) ? first.slug : null;
}

function isUnhealthy(row: OverviewRow): boolean {
  return row.state === "judged" && ["down", "bad"].includes(statusMeaning[row.status.id]);
}
