/** The sentence on top of a comparison: the verdict with its largest changes, or why there is none. */
import type { ComparedRowEntry, ComparisonEntry, ComparisonResultEntry } from "@/lib/contracts/comparisons";
import { signalDefinition } from "@/lib/model/signals/signals";
import { signalWithArticle } from "@/lib/sentences/signals/signal-phrase";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { capitalise, listNames, refusalText, cannotTellText } from "./reason-text";
import {
  beyondHistoryText,
  valueChangeText,
  nameStatistic,
  relativeChangeText,
  relativeIntervalText,
  edgeText,
} from "./statistic-text";

type Compared = Pick<ComparisonEntry, "before" | "after" | "result">;
type DecisiveVerdict = ComparisonResultEntry["decisive"][number]["verdict"];

/** Returns the verdict of a comparison with the largest changes, as text without markup. */
export function comparisonSentence({ before, after, result }: Compared): string {
  if (result === null) {
    const missing = [before, after].find(({ missingReason }) => missingReason !== null);
    return missing === undefined
      ? "Comparing."
      : `Cannot tell: ${missing.label} was not measured. ${missing.missingReason ?? ""}`.trimEnd();
  }
  const { refusal } = result.environment;
  if (refusal !== null) return `No verdict: ${refusalText(refusal, result.environment)}`;
  const decisive = listDecisiveRows(result);
  if (decisive.length === 0)
    return "Cannot tell: no latency, error or throughput signal was measured on both sides.";
  const of = (verdict: DecisiveVerdict) =>
    decisive.filter((one) => one.verdict === verdict).map(({ row }) => row);
  if (result.verdict === "same") return `${capitalise(sameText(of("same")))}.`;
  const undecided = undecidedText(of("cannot-tell"), result.verdict === "cannot-tell");
  const claims = [claimsText(of("worse"), "worse", result), claimsText(of("better"), "better", result)];
  return [
    ...(result.verdict === "cannot-tell" ? [undecided, ...claims] : [...claims, undecided]),
    of("same").length === 0 ? "" : `${capitalise(sameText(of("same")))}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
}

interface DecisiveRow {
  readonly row: ComparedRowEntry;
  readonly verdict: DecisiveVerdict;
}

/** Returns the rows that decide the overall verdict, with their verdicts after the correction for several tests. */
function listDecisiveRows({ decisive, rows }: ComparisonResultEntry): readonly DecisiveRow[] {
  return decisive.flatMap(({ signal, statistic, verdict }) => {
    const row = rows.find((one) => one.signal === signal && one.statistic === statistic);
    return row === undefined ? [] : [{ row, verdict }];
  });
}

type Claim = "worse" | "better";

/**
 * Describes one changed row with its numbers, then names the other rows. The described row is the first one, unless
 * another row changed more than twice as much.
 */
function claimsText(
  rows: readonly ComparedRowEntry[],
  verdict: Claim,
  { rows: allRows }: ComparisonResultEntry,
): string {
  const largest = Math.max(...rows.map((row) => computeRankingChange(row, verdict)));
  const first = rows.find((row) => computeRankingChange(row, verdict) >= largest / 2);
  if (first === undefined) return "";
  const further = rows.filter((row) => row !== first);
  const named = listNames(further.map(nameStatistic));
  return [
    claimText(first, verdict, allRows),
    ...(further.length === 0
      ? []
      : [`${capitalise(named)} ${further.length === 1 ? "is" : "are"} also ${verdict}.`]),
  ].join(" ");
}

/**
 * Returns the size of the change by which rows are ranked. It is 0 if only a share of requests has the verdict, because
 * the relative change of a small share misleads.
 */
function computeRankingChange({ exact, comparison }: ComparedRowEntry, verdict: Claim): number {
  const claimed = exact === null ? comparison : exact.mean;
  return claimed.verdict === verdict ? Math.abs(claimed.change ?? 0) : 0;
}

/**
 * Returns "TTFT p95 is 18 % worse (+12 % to +24 %), 1.20 → 1.42 s." If the buckets are too wide to judge the percentile,
 * a second sentence describes the mean or the share of requests that decides.
 */
function claimText(row: ComparedRowEntry, verdict: Claim, rows: readonly ComparedRowEntry[]): string {
  const deciding = decidingText(row, verdict, rows);
  if (deciding === null)
    return `${capitalise(nameStatistic(row))} is ${changeText(row.comparison, verdict)}, ${valueChangeText(row)}.`;
  return [percentileText(row, verdict), deciding].filter((text) => text !== "").join(" ");
}

/**
 * Returns "TTFT p95 is worse: 0.225 → 9.01 s, 40.0 times the value before." Empty if the interpolated percentile did not
 * change in the direction of the verdict.
 */
function percentileText(row: ComparedRowEntry, verdict: Claim): string {
  const { change } = row.comparison;
  const isRising = (verdict === "worse") === (signalDefinition(row.signal).better !== "higher");
  if (change === null || change === 0 || change > 0 !== isRising) return "";
  const size = change >= 1 ? `, ${relativeChangeText(row.comparison)} the value before` : "";
  return `${capitalise(nameStatistic(row))} is ${verdict}: ${valueChangeText(row)}${size}.`;
}

/** Returns the change of the exact number that decides; null if the percentile itself decides. */
function decidingText(
  row: ComparedRowEntry,
  verdict: Claim,
  rows: readonly ComparedRowEntry[],
): string | null {
  const { exact } = row;
  if (exact !== null && exact.mean.verdict === verdict) {
    const mean = rows.find((one) => one.signal === row.signal && one.statistic === "mean");
    const values = mean === undefined ? "" : `, ${valueChangeText(mean)}`;
    return `Mean ${nameStatistic({ ...row, statistic: "mean" }).replace(/^mean /, "")} is ${changeText(exact.mean, verdict)}${values}.`;
  }
  const share = exact?.shares.find(({ comparison }) => comparison.verdict === verdict);
  if (share !== undefined)
    return `The share of requests with ${signalWithArticle(row.signal)} above ${edgeText(share.edge, row)} is ${changeText(share.comparison, verdict)}.`;
  return null;
}

function changeText(
  comparison: Pick<
    ComparedRowEntry["comparison"],
    "change" | "lower" | "upper" | "isBeyondHistory" | "margin"
  >,
  verdict: "worse" | "better",
): string {
  const { change } = comparison;
  if (change === null) return verdict;
  const interval = claimBasisText(comparison);
  const amount = change >= 1 ? `${relativeChangeText(comparison)} the value before` : "";
  return amount === ""
    ? `${percentText(Math.abs(change))} ${verdict} (${interval})`
    : `${verdict}: ${amount} (${interval})`;
}

/** Returns the interval of a change, or the earlier windows if their variation decided the verdict. */
function claimBasisText(
  comparison: Pick<ComparedRowEntry["comparison"], "lower" | "upper" | "isBeyondHistory" | "margin">,
): string {
  return comparison.isBeyondHistory === true
    ? beyondHistoryText(comparison)
    : relativeIntervalText(comparison);
}

function undecidedText(rows: readonly ComparedRowEntry[], isFirst: boolean): string {
  const [first] = rows;
  if (first === undefined) return "";
  const names = listNames(rows.map(nameStatistic));
  const reason =
    cannotTellText(first) ??
    "The change is not significant after the correction for the number of compared signals.";
  return isFirst
    ? `Cannot tell: ${names} ${rows.length === 1 ? "is" : "are"} undecided. ${reason}`
    : `${capitalise(names)} ${rows.length === 1 ? "is" : "are"} undecided.`;
}

/** Returns "throughput and error ratio are the same within 10 %". */
function sameText(rows: readonly ComparedRowEntry[]): string {
  const margins = rows.map(({ comparison }) => comparison.margin.ratio);
  const [smallest, largest] = [Math.min(...margins), Math.max(...margins)];
  const within =
    smallest === largest ? percentText(largest) : `${percentText(smallest)} to ${percentText(largest)}`;
  return `${listNames(rows.map(nameStatistic))} ${rows.length === 1 ? "is" : "are"} the same within ${within}`;
}
