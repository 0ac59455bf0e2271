/** The number behind the verdict on a compared statistic, and the verdict after the correction for several tests. */
import type { ComparedRowEntry, ComparisonResultEntry } from "@/lib/contracts/comparisons";
import { beyondHistoryText, edgeText, relativeChangeText, relativeIntervalText } from "./statistic-text";

/**
 * Returns the change of a row, and the change on which its verdict rests. If buckets are too wide to judge a percentile,
 * its verdict rests on the mean or on a share of requests, which `decidingText` names: "mean +12 %".
 */
export function describeDecidingNumber(row: ComparedRowEntry): {
  /** Change of the statistic, such as "+18 %"; empty without a relative change. */
  readonly text: string;
  /** Change that decides, with its name; empty if the statistic itself decides. */
  readonly decidingText: string;
  /** Interval of the change that decides, or the earlier windows whose variation decided; empty if there is neither. */
  readonly basisText: string;
  /** True if `basisText` is a 95 % interval. */
  readonly isInterval: boolean;
} {
  const { name, comparison } = findDecidingNumber(row);
  const change = relativeChangeText(comparison);
  return {
    text: relativeChangeText(row.comparison),
    decidingText: name === "" || change === "" ? "" : `${name}${change}`,
    basisText:
      change === ""
        ? ""
        : comparison.isBeyondHistory === true
          ? beyondHistoryText(comparison)
          : relativeIntervalText(comparison),
    isInterval: comparison.isBeyondHistory !== true,
  };
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
