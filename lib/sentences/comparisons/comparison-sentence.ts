/** The sentence on top of a comparison: the verdict with its largest changes, or why there is none. */
import type { ComparedRowEntry, ComparisonEntry, ComparisonResultEntry } from "@/lib/contracts/comparisons";
import { signalWithArticle } from "@/lib/sentences/signals/signal-phrase";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { capitalise, listNames, refusalText, cannotTellText } from "./reason-text";
import {
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
 * the sentence describes the mean or a share of requests instead.
 */
function claimText(row: ComparedRowEntry, verdict: Claim, rows: readonly ComparedRowEntry[]): string {
  const { exact } = row;
  if (exact !== null && exact.mean.verdict === verdict) {
    const mean = rows.find((one) => one.signal === row.signal && one.statistic === "mean");
    const values = mean === undefined ? "" : `, ${valueChangeText(mean)}`;
    return `Mean ${nameStatistic({ ...row, statistic: "mean" }).replace(/^mean /, "")} is ${changeText(exact.mean, verdict)}${values}.`;
  }
  const share = exact?.shares.find(({ comparison }) => comparison.verdict === verdict);
  if (share !== undefined)
    return `The share of requests with ${signalWithArticle(row.signal)} above ${edgeText(share.edge, row)} is ${changeText(share.comparison, verdict)}.`;
  return `${capitalise(nameStatistic(row))} is ${changeText(row.comparison, verdict)}, ${valueChangeText(row)}.`;
}

function changeText(
  comparison: Pick<ComparedRowEntry["comparison"], "change" | "lower" | "upper">,
  verdict: "worse" | "better",
): string {
  const { change } = comparison;
  if (change === null) return verdict;
  const interval = relativeIntervalText(comparison);
  const amount = change >= 1 ? `${relativeChangeText(comparison)} the value before` : "";
  return amount === ""
    ? `${percentText(Math.abs(change))} ${verdict} (${interval})`
    : `${verdict}: ${amount} (${interval})`;
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
