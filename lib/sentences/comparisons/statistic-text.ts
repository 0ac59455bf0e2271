/** Names and numbers of compared statistics, and verdicts as words. */
import type { ComparedEstimate, ComparedRowEntry, JudgedChangeEntry } from "@/lib/contracts/comparisons";
import {
  formatBucket,
  formatConfiguredValue,
  formatNumber,
  formatQuantile,
  formatQuantileWithUnit,
  formatValue,
  formatWithUnit,
  thinSpace,
} from "@/lib/format/number";
import { getQuantileLevel, type ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import type { SignalId } from "@/lib/model/signals/signals";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { signalPhrase } from "@/lib/sentences/signals/signal-phrase";

type Verdict = ComparedRowEntry["verdict"];

/** Title of each verdict on a compared statistic. */
export const verdictTitles: Readonly<Record<Verdict, string>> = {
  better: "Better",
  worse: "Worse",
  same: "Same",
  different: "Different",
  "cannot-tell": "Cannot tell",
};

interface NamedStatistic {
  readonly signal: SignalId;
  readonly statistic: ComparedStatistic;
  /** True if the value is divided by the number of ready instances; absent otherwise. */
  readonly isPerInstance?: true;
}

/** Returns the name of a compared statistic: "TTFT p95", "mean TTFT", "error ratio" or "throughput per instance". */
export function nameStatistic({ isPerInstance, ...key }: NamedStatistic): string {
  return isPerInstance === true ? `${nameTotal(key)} per instance` : nameTotal(key);
}

function nameTotal({ signal, statistic }: NamedStatistic): string {
  const name = signalPhrase(signal);
  if (signal === "output-tokens") return "throughput";
  if (statistic === "ratio-to-requests") return `${name.replace(/s$/, "")} ratio`;
  if (statistic === "mean") return `mean ${name}`;
  if (getQuantileLevel(statistic) !== null) return `${name} ${statistic}`;
  return statistic === "rate" ? `${name} rate` : name;
}

type Measured = Pick<ComparedRowEntry, "unit" | "displayUnit">;

/**
 * Formats the values before and after: "1.20 → 1.42 s", or "<10 → 25 ms" if the first one is in the first bucket. Empty
 * if one is missing.
 */
export function valueChangeText({
  before,
  after,
  unit,
  displayUnit,
}: Measured & Pick<ComparedRowEntry, "before" | "after">): string {
  if (before.kind === "absent" || after.kind === "absent") return "";
  const first = formatQuantile(before.value, before.bucket, unit, displayUnit).text;
  return `${first} → ${formatQuantileWithUnit(after.value, after.bucket, unit, displayUnit)}`;
}

/**
 * Formats the confidence interval of a value: "0.31 to 0.40 s", or "at least 0.31 s" without an upper end.
 */
export function estimateIntervalText(
  { lower, upper }: Extract<ComparedEstimate, { kind: "present" }>,
  { unit, displayUnit }: Measured,
): string {
  if (upper === null) return lowerBoundText(lower, formatWithUnit(lower, unit, displayUnit));
  return `${formatValue(lower, unit, displayUnit).text} to ${formatWithUnit(upper, unit, displayUnit)}`;
}

/**
 * Returns "at least 0.31 s" for an interval without an upper end. No measured value is below 0, so "at least 0 s" would
 * have no information. The text then states why no bound is known.
 */
export function lowerBoundText(lower: number, formatted: string): string {
  return lower > 0 ? `at least ${formatted}` : "no bounds known: too few independent values";
}

/** Formats the histogram bucket that contains a percentile: "0.25–0.5 s". */
export function resolutionText(
  bucket: { readonly lower: number; readonly upper: number | null },
  { unit, displayUnit }: Measured,
): string {
  return formatBucket(bucket, unit, displayUnit).replace(/^in /, "");
}

/** Formats a bucket edge: "0.5 s". */
export function edgeText(edge: number, { unit, displayUnit }: Measured): string {
  return formatConfiguredValue(edge, unit, displayUnit);
}

/**
 * Formats a relative change: "+18 %" or "−4 %", or "2.4 times" if the value at least doubled; empty without
 * a change.
 */
export function relativeChangeText({ change }: Pick<JudgedChangeEntry, "change">): string {
  if (change === null) return "";
  return isFactor(change) ? factorText(change) : signedPercentText(change);
}

/** Largest possible decrease as a ratio, because no measured value is negative. */
export const minRelativeChange = -1;

/**
 * Formats the confidence interval of a relative change: "+12 % to +24 %", or "2.4 times to 2.6 times" if the value at least
 * doubled at both ends, so that both ends have the same unit. An unbounded end is "no limit". The interval of a difference
 * may be below −100 %, which is impossible, so that it ends there. An interval with every possible change has no bounds.
 */
export function relativeIntervalText({ lower, upper }: Pick<JudgedChangeEntry, "lower" | "upper">): string {
  if (lower === null && upper === null) return "";
  if (upper === null && (lower ?? 0) <= minRelativeChange) return "no bounds known";
  const hasFactors = [lower, upper].every((end) => end === null || isFactor(end));
  const formatEnd = hasFactors ? factorText : signedPercentText;
  const [from, to] = [lower, upper].map((end) =>
    end === null ? "no limit" : formatEnd(Math.max(end, minRelativeChange)),
  );
  return `${from ?? ""} to ${to ?? ""}`;
}

/** Returns why a change has a verdict although its interval allows none: "beyond the variation of 28 earlier windows". */
export function beyondHistoryText({ margin }: Pick<JudgedChangeEntry, "margin">): string {
  return `beyond the variation of ${margin.windowCount} earlier windows`;
}

/** Returns why a window has no value of a statistic, as a sentence. */
export function absenceText(estimate: Extract<ComparedEstimate, { kind: "absent" }>): string {
  const { reason, blockCount } = estimate;
  switch (reason.kind) {
    case "not-measured":
      return reason.detail;
    case "few-blocks":
      return `${completeBlocksText(blockCount)} A comparison needs ${reason.neededBlockCount}.`;
    case "no-observations":
      return "There are no observations in the window.";
  }
}

function completeBlocksText(blockCount: number): string {
  if (blockCount === 0) return "No time block has a value.";
  return blockCount === 1 ? "Only 1 time block has a value." : `Only ${blockCount} time blocks have a value.`;
}

/** Returns whether the value at least doubled. */
function isFactor(change: number): boolean {
  return change >= 1;
}

function factorText(change: number): string {
  return `${formatNumber(change + 1)} times`;
}

function signedPercentText(change: number): string {
  if (change === 0) return `0${thinSpace}%`;
  return `${change < 0 ? "−" : "+"}${percentText(Math.abs(change))}`;
}
