/** The number behind the verdict on a compared statistic, and the verdict after the correction for several tests. */
import type { ComparedRowEntry, ComparisonResultEntry, JudgedChangeEntry } from "@/lib/contracts/comparisons";
import { edgeText, relativeChangeText } from "./statistic-text";

/**
 * Returns the change that has the verdict of a row, with the name of the number in front, such as "mean +12 %". For a
 * percentile whose buckets are too wide, it is the mean, unless only a share of requests has the verdict of the row.
 */
export function describeDecidingNumber(row: ComparedRowEntry): {
  /** Empty without a relative change. */
  readonly text: string;
  readonly comparison: JudgedChangeEntry;
} {
  const { name, comparison } = findDecidingNumber(row);
  const change = relativeChangeText(comparison);
  return { text: change === "" ? "" : `${name}${change}`, comparison };
}

function findDecidingNumber(row: ComparedRowEntry) {
  const { exact, verdict, comparison } = row;
  if (exact === null) return { name: "", comparison };
  const share = exact.shares.find((one) => one.comparison.verdict === verdict);
  return share === undefined || exact.mean.verdict === verdict
    ? { name: "mean ", comparison: exact.mean }
    : { name: `share above ${edgeText(share.edge, row)} `, comparison: share.comparison };
}

/** Returns the verdict of a row. A row that decides the overall verdict has the one after the correction. */
export function correctedVerdictOf(
  { signal, statistic, verdict }: ComparedRowEntry,
  { decisive }: Pick<ComparisonResultEntry, "decisive">,
): ComparedRowEntry["verdict"] {
  return decisive.find((one) => one.signal === signal && one.statistic === statistic)?.verdict ?? verdict;
}
