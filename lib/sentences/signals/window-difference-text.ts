/** Describes the difference of a panel's headline value between two windows, and the time excluded from them. */
import type { ExcludedTime, WindowSummary } from "@/lib/model/answer";
import { exclusionReasonTitles } from "@/lib/model/event";
import type { Statistic } from "@/lib/model/question";
import { maxWindowMs } from "@/lib/model/time-window";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import type { WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import type {
  InconclusiveReason,
  QuantileBeyondBucket,
} from "@/lib/analysis/statistics/verdict/inconclusive-reason";
import { formatBucket, formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import { defaultMarginText, loadDiffersText, percentText, marginText, tooNoisyText } from "./comparison-text";

/** Statistic of two windows with the verdict on its change. */
export interface WindowDifference {
  /** Name of the value, such as "p95". */
  readonly name: string;
  readonly statistic: Statistic;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  /** Value in the comparison window; undefined without enough data. */
  readonly before: WindowSummary | undefined;
  /** Value in the displayed window; undefined without enough data. */
  readonly after: WindowSummary | undefined;
  readonly comparison: WindowComparison;
  /** Length of each window. */
  readonly windowMs: number;
  /** True if the request rates of the two windows were compared per instance. */
  readonly hasLoadPerInstance: boolean;
  /** True if the values are per ready instance. */
  readonly isPerInstance: boolean;
  /** Name of the comparison window, such as "the previous 6 h". */
  readonly label: string;
}

/** Returns "p95 0.600 s over 6 h, 200 % above the previous 6 h: worse", without the final full stop. */
export function windowDifferenceText(difference: WindowDifference): string {
  const { name, unit, displayUnit, before, after, comparison, windowMs, label, isPerInstance } = difference;
  if (after === undefined) return `${name}: not enough data in this window to compare`;
  const formatted = formatWithUnit(after.value, unit, displayUnit);
  const value = `${name} ${formatted}${isPerInstance ? " per instance" : ""} over ${formatCoarseDuration(windowMs)}`;
  if (before === undefined) return `${value}; not enough data in ${label} to compare`;
  const { verdict, change, inconclusiveReason, difference: judged } = comparison;
  if (change === null) {
    if (verdict === "same") return `${value}, the same as ${label}`;
    return verdict === "better" || verdict === "worse"
      ? `${value}; it was 0 in ${label}: ${verdict}`
      : `${value}; it was 0 in ${label}, so there is no relative change`;
  }
  if (verdict === "same") {
    const within =
      judged === null ? marginText(comparison.margin) : formatWithUnit(judged.margin, unit, displayUnit);
    return `${value}, the same as ${label} within ${within}`;
  }
  // "0 % above" adds nothing to two equal numbers.
  const isEqual = formatWithUnit(before.value, unit, displayUnit) === formatted;
  const text = `${value}, ${isEqual ? "equal to" : changeText(change)} ${label}`;
  if (inconclusiveReason === null) return `${text}${verdictText(comparison)}`;
  return `${text}; inconclusive: ${inconclusiveText(inconclusiveReason, difference, { before, after })}`;
}

/**
 * Returns the difference of the means, which is displayed if buckets are too wide to compare percentiles. Null without a
 * relative change.
 */
export function meanDifferenceText(comparison: WindowComparison): string | null {
  if (comparison.change === null) return null;
  return comparison.verdict === "same"
    ? `the means are equal within ${marginText(comparison.margin)}`
    : `mean ${changeText(comparison.change)}${verdictText(comparison)}`;
}

/**
 * Returns a phrase for each window with excluded time, so that a load test is not compared with normal load
 * unnoticed.
 */
export function excludedTimeTexts(
  excludedTime: { readonly before: ExcludedTime | undefined; readonly after: ExcludedTime | undefined },
  label: string,
): readonly string[] {
  const { before, after } = excludedTime;
  if (before?.kind === "unknown" || after?.kind === "unknown")
    return ["the exclusions could not be read, so no time was excluded"];
  return [[after, "this window"] as const, [before, label] as const].flatMap(([excluded, of]) => {
    if (excluded?.kind !== "known" || excluded.durationMs === 0) return [];
    const reasons = excluded.reasons
      .map((reason) => exclusionReasonTitles[reason].toLowerCase())
      .join(" and ");
    const duration = formatCoarseDuration(excluded.durationMs);
    const marked = formatCoarseDuration(excluded.markedMs);
    return duration === marked || excluded.markedMs === 0
      ? [`${duration} of ${of} excluded (${reasons})`]
      : [
          `${duration} of ${of} excluded: ${marked} marked as ${reasons}, and the time after it, because rates there still include marked time`,
        ];
  });
}

function verdictText({ verdict, margin }: WindowComparison): string {
  switch (verdict) {
    case "better":
    case "worse":
      return `: ${verdict}${defaultMarginText(margin)}`;
    case "same":
      return ": the same";
    case "different":
      return "";
    case "cannot-tell":
      return ": inconclusive";
  }
}

/** Returns "12 % above", or a factor ("11 times") from ten times on. */
function changeText(change: number): string {
  if (change >= 9) return `${formatNumber(change + 1)} times`;
  return `${percentText(Math.abs(change))} ${change < 0 ? "below" : "above"}`;
}

function inconclusiveText(
  reason: InconclusiveReason,
  difference: WindowDifference,
  { before, after }: { readonly before: WindowSummary; readonly after: WindowSummary },
): string {
  const { unit, displayUnit, windowMs, hasLoadPerInstance } = difference;
  switch (reason.kind) {
    case "no-number":
    case "no-base":
      return "one window has no value";
    case "load-differs":
      return loadDiffersText(reason.differences, { isPerInstance: hasLoadPerInstance });
    case "too-noisy":
      return tooNoisyText(reason.variationRatio);
    case "bucket-resolution": {
      const shared = before.bucket?.lower === after.bucket?.lower ? after.bucket : null;
      return shared === null
        ? `the bucket of one value is ${formatBucket(reason, unit, displayUnit)}`
        : `both values are ${formatBucket(shared, unit, displayUnit)}`;
    }
    case "few-samples":
      return reason.quantileReach === null
        ? pointsText(reason.additionalSamples, { n: before.n + after.n, windowMs })
        : reachText(reason.quantileReach, difference);
  }
}

/** Returns how far a percentile may be from its estimate. */
function reachText(reach: QuantileBeyondBucket, { unit, displayUnit, statistic }: WindowDifference): string {
  const which = reach.window === "after" ? "this window's" : "the comparison window's";
  return `${which} ${statistic} is ${formatBucket(reach, unit, displayUnit)}, n${thinSpace}=${thinSpace}${formatCount(reach.n)}`;
}

/**
 * Returns how long the windows would have to be for a conclusive comparison of means. If points are strongly
 * autocorrelated, this estimate can be longer than the longest window, which the text then states.
 */
function pointsText(
  additionalSamples: number | null,
  { n, windowMs }: { readonly n: number; readonly windowMs: number },
): string {
  if (additionalSamples === null) return "values vary too much within the windows to compare their means";
  const why = "these windows have too few independent points";
  const neededMs = windowMs * (1 + additionalSamples / n);
  return neededMs > maxWindowMs
    ? `${why}, and no window of up to ${formatCoarseDuration(maxWindowMs)} would have enough`
    : `${why}; windows of about ${formatCoarseDuration(roundedUp(neededMs))} may be enough`;
}

/** Rounds up to full minutes, hours or days, because the duration is an estimate. */
function roundedUp(ms: number): number {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const unit = ms <= hour ? minute : ms <= day ? hour : day;
  return Math.ceil(ms / unit) * unit;
}
