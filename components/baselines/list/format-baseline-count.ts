import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";

interface BaselineCounts {
  /** Number of listed baselines. */
  readonly count: number;
  /** Number of baselines without filters. Null if it is unknown. */
  readonly total: number | null;
  /** Names of the active filters. */
  readonly filters: readonly string[];
}

/** Returns "4 baselines.", or "1 of 4 baselines (filter: chat-70b)." for a filtered list. */
export function formatBaselineCount({ count, total, filters }: BaselineCounts): string {
  if (filters.length === 0 || (total === 0 && count === 0))
    return count === 0 ? "No baselines." : `${countWithNoun(count, "baseline")}.`;
  const counts =
    total === null
      ? countWithNoun(count, "baseline")
      : `${formatCount(count)} of ${countWithNoun(total, "baseline")}`;
  return `${counts} (filter: ${filters.join(", ")}).`;
}
