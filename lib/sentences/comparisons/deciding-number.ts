/** The number behind the verdict on a compared statistic, and the verdict after the correction for several tests. */
import type { ComparedRowEntry, ComparisonResultEntry, JudgedChangeEntry } from "@/lib/contracts/comparisons";
import { edgeText, relativeChangeText } from "./statistic-text";

/**
 * Returns the change on which the verdict of a row rests. If buckets are too wide to judge a percentile, its verdict
 * rests on the mean or on a share of requests, which the text names: "mean +12 %".
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

/**
 * Returns the verdict of a row. For a row that decides the overall verdict, it is the verdict after the correction for
 * several tests.
 */
export function findCorrectedVerdict(
  { signal, statistic, verdict }: ComparedRowEntry,
  { decisive }: Pick<ComparisonResultEntry, "decisive">,
): ComparedRowEntry["verdict"] {
  return decisive.find((one) => one.signal === signal && one.statistic === statistic)?.verdict ?? verdict;
}
