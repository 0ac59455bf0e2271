/** States which deployments the sums of the fleet contain while rows are loading or could not be read. */
import type { OverviewRow } from "@/lib/contracts/overview";
import { countWithNoun } from "@/lib/format/agreement";

/** Returns "3 of 5 deployments" if the sums exclude rows without values. Null if all rows have values. */
export function fleetCoverageText(rows: readonly Pick<OverviewRow, "state">[]): string | null {
  const count = rows.filter(({ state }) => state === "judged").length;
  return count === rows.length ? null : `${count} of ${countWithNoun(rows.length, "deployment")}`;
}

/**
 * Returns the sentences that limit the sums. A lower sum could be mistaken for less traffic, so excluded deployments are
 * stated. `excludedCount` is the number of unreachable deployments.
 */
export function fleetLimitsText(rows: readonly Pick<OverviewRow, "state">[], excludedCount: number): string {
  const coverage = fleetCoverageText(rows);
  const pendingCount = rows.filter(({ state }) => state === "pending").length;
  const loading =
    pendingCount === 0
      ? ""
      : `, ${countWithNoun(pendingCount, "deployment is", "deployments are")} still loading`;
  return [
    ...(coverage === null ? [] : [` The sums contain ${coverage}${loading}.`]),
    ...(excludedCount === 0
      ? []
      : [` The sums exclude ${countWithNoun(excludedCount, "deployment")} without current data.`]),
  ].join("");
}
