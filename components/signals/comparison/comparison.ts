/** Text that compares a panel's headline value in two windows. */
import type { AnswerSeries, ExcludedTime, WindowSummary } from "@/lib/model/answer";
import { exclusionReasonTitles } from "@/lib/model/event";
import { signalDefinition } from "@/lib/model/signals/signals";
import { maxWindowMs } from "@/lib/model/time-window";
import { compareWindows, type WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import type {
  InconclusiveReason,
  QuantileReach,
} from "@/lib/analysis/statistics/verdict/inconclusive-reason";
import type { WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import { formatBucket, formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import {
  defaultMarginText,
  loadDiffersText,
  percentText,
  sameWithinText,
  tooNoisyText,
} from "@/lib/sentences/signals/comparison-text";
import type { Panel } from "@/components/signals/panels/panels";

export interface ComparedRows {
  readonly before: readonly AnswerSeries[];
  readonly after: readonly AnswerSeries[];
  /** Length of each window. */
  readonly windowMs: number;
  readonly label: string;
  /** Mean lengths of prompts and outputs in each window, if they are known. */
  readonly requestLengths?: { readonly before: WindowLoad; readonly after: WindowLoad };
  /** Mean number of ready instances in each window; null or undefined if it is unknown. */
  readonly readyInstances?: {
    readonly before: number | null | undefined;
    readonly after: number | null | undefined;
  };
  /** Returns how much a row varies between windows of this length at equal load; undefined if it is unknown. */
  readonly findSpread?: (row: Pick<AnswerSeries, "signal" | "statistic">) => WindowSpread | undefined;
  /** Time excluded from each window by event markers. */
  readonly excludedTime?: {
    readonly before: ExcludedTime | undefined;
    readonly after: ExcludedTime | undefined;
  };
}

/**
 * Returns one sentence about the headline in both windows. If bucket width makes a percentile inconclusive, the
 * sentence also compares the means.
 */
export function differenceText(panel: Panel, rows: ComparedRows): string {
  const main = rowOf(panel, rows.after, panel.headlineStatistic);
  if (main === undefined) return "";
  const comparedRows = compareRows(panel, rows, main);
  const parts = [sentenceOf(panel, rows, { main, ...comparedRows })];
  const mean = rowOf(panel, rows.after, "mean");
  if (
    comparedRows.comparison.inconclusiveReason?.kind === "bucket-resolution" &&
    mean !== undefined &&
    mean !== main
  ) {
    const { comparison } = compareRows(panel, rows, mean);
    if (comparison.change !== null)
      parts.push(
        comparison.verdict === "same"
          ? `the means are equal within ${sameWithinText(comparison.margin)}`
          : `mean ${changeText(comparison.change)}${verdictText(comparison)}`,
      );
  }
  return `${[...parts, ...excludedTimeTexts(rows)].join("; ")}.`;
}

/** Returns one phrase per window with excluded time, so that a load test is not compared with a quiet hour. */
function excludedTimeTexts({ excludedTime, label }: ComparedRows): readonly string[] {
  if (excludedTime?.before?.kind === "unknown" || excludedTime?.after?.kind === "unknown")
    return ["exclusion windows could not be read, so no time was excluded"];
  return [[excludedTime?.after, "this window"] as const, [excludedTime?.before, label] as const].flatMap(
    ([out, of]) => {
      if (out?.kind !== "known" || out.durationMs === 0) return [];
      const reasons = out.reasons.map((reason) => exclusionReasonTitles[reason].toLowerCase()).join(" and ");
      const [excludedText, marked] = [
        formatCoarseDuration(out.durationMs),
        formatCoarseDuration(out.markedMs),
      ];
      return excludedText === marked || out.markedMs === 0
        ? [`${excludedText} of ${of} excluded (${reasons})`]
        : [
            `${marked} of ${of} marked as ${reasons}, ${excludedText} excluded including points whose rate window overlaps it`,
          ];
    },
  );
}

/** Returns the window length minus the excluded time. */
function countedMs(windowMs: number, excludedTime: ExcludedTime | undefined): number {
  return excludedTime?.kind === "known" ? Math.max(0, windowMs - excludedTime.durationMs) : windowMs;
}

function rowOf(
  panel: Panel,
  series: readonly AnswerSeries[],
  statistic: string | undefined,
): AnswerSeries | undefined {
  const signalRows = series.filter(({ signal }) => signal === panel.signals[0]);
  return statistic === undefined ? signalRows[0] : signalRows.find((row) => row.statistic === statistic);
}

interface RowComparison {
  readonly before: WindowSummary | undefined;
  readonly after: WindowSummary | undefined;
  readonly comparison: WindowComparison;
}

function compareRows(panel: Panel, rows: ComparedRows, main: AnswerSeries): RowComparison {
  const before = rowOf(panel, rows.before, main.statistic)?.windowSummary ?? undefined;
  const after = main.windowSummary ?? undefined;
  const load = loadOf(panel, rows);
  const spread = rows.findSpread?.(main);
  const comparison = compareWindows({
    before,
    after,
    better: signalDefinition(main.signal).better,
    ...(load === undefined ? {} : { load }),
    ...(spread === undefined ? {} : { spread }),
  });
  return { before, after, comparison };
}

/**
 * Returns the load of both windows for latency panels, because latencies are judged at equal load. Undefined for other
 * panels: request characteristics do not depend on load. The request rate is that of the panel's observations per
 * ready instance, or over all instances if their number is unknown in one of the windows.
 */
function loadOf(panel: Panel, rows: ComparedRows) {
  const { before, after, windowMs, excludedTime, requestLengths } = rows;
  const instances = knownInstances(rows);
  if (panel.headlineStatistic === undefined || panel.section !== "Latency") return undefined;
  const rateOf = (series: readonly AnswerSeries[], out: ExcludedTime | undefined): number | null => {
    const n = rowOf(panel, series, panel.headlineStatistic)?.windowSummary?.n;
    const seconds = countedMs(windowMs, out) / 1_000;
    return n === undefined || !(seconds > 0) ? null : n / seconds;
  };
  const perInstance = (rate: number | null, instanceCount = 1): number | null =>
    rate === null ? null : rate / instanceCount;
  return {
    before: {
      ...requestLengths?.before,
      requestsPerInstance: perInstance(rateOf(before, excludedTime?.before), instances?.before),
    },
    after: {
      ...requestLengths?.after,
      requestsPerInstance: perInstance(rateOf(after, excludedTime?.after), instances?.after),
    },
  };
}

/** Returns the numbers of ready instances; undefined unless both are known. */
function knownInstances({ readyInstances }: ComparedRows) {
  const { before = null, after = null } = readyInstances ?? {};
  return before === null || after === null || !(before > 0 && after > 0) ? undefined : { before, after };
}

function sentenceOf(
  panel: Panel,
  rows: ComparedRows,
  { main, before, after, comparison }: RowComparison & { readonly main: AnswerSeries },
): string {
  const { label, windowMs } = rows;
  const name = panel.headlineStatistic ?? signalDefinition(main.signal).label;
  if (after === undefined) return `${name}: not enough data in this window to compare`;
  const valueShown = formatWithUnit(after.value, main.unit, panel.displayUnit);
  const value = `${name} ${valueShown} over ${formatCoarseDuration(windowMs)}`;
  if (before === undefined) return `${value}; not enough data in ${label} to compare`;
  const { verdict, change, inconclusiveReason } = comparison;
  if (change === null) return `${value}; ${label} was 0, so there is no ratio`;
  if (verdict === "same") return `${value}, the same as ${label} within ${sameWithinText(comparison.margin)}`;
  // "0 % above" adds nothing to two equal numbers.
  const isEqual = formatWithUnit(before.value, main.unit, panel.displayUnit) === valueShown;
  const sentence = `${value}, ${isEqual ? "equal to" : changeText(change)} ${label}`;
  if (inconclusiveReason === null) return `${sentence}${verdictText(comparison)}`;
  const isPerInstance = knownInstances(rows) !== undefined;
  const context = { main, panel, before, after, windowMs, isPerInstance };
  return `${sentence}; inconclusive: ${inconclusiveText(inconclusiveReason, context)}`;
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

interface InconclusiveContext {
  readonly main: AnswerSeries;
  readonly panel: Panel;
  readonly before: WindowSummary;
  readonly after: WindowSummary;
  readonly windowMs: number;
  /** The request rate of the load was compared per instance. */
  readonly isPerInstance: boolean;
}

function inconclusiveText(
  inconclusiveReason: InconclusiveReason,
  { main, panel, before, after, windowMs, isPerInstance }: InconclusiveContext,
): string {
  const inBucket = (bucket: NonNullable<WindowSummary["bucket"]>): string =>
    formatBucket(bucket, main.unit, panel.displayUnit);
  switch (inconclusiveReason.kind) {
    case "no-number":
    case "no-base":
      return "one window has no value";
    case "load-differs":
      return loadDiffersText(inconclusiveReason.differences, { isPerInstance });
    case "too-noisy":
      return tooNoisyText(inconclusiveReason.variationRatio);
    case "bucket-resolution": {
      const shared = before.bucket?.lower === after.bucket?.lower ? after.bucket : null;
      return shared === null
        ? `the bucket of one value is ${inBucket(inconclusiveReason)}`
        : `both values are ${inBucket(shared)}`;
    }
    case "few-samples":
      return inconclusiveReason.quantileReach === null
        ? pointsText(inconclusiveReason.additionalSamples, { n: before.n + after.n, windowMs })
        : reachText(inconclusiveReason.quantileReach, main, panel);
  }
}

/** Returns how far a percentile may be from its estimate. */
function reachText(reach: QuantileReach, { unit, statistic }: AnswerSeries, { displayUnit }: Panel): string {
  const which = reach.window === "after" ? "this window's" : "the comparison window's";
  return `${which} ${statistic} is ${formatBucket(reach, unit, displayUnit)}, n${thinSpace}=${thinSpace}${formatCount(reach.n)}`;
}

/**
 * Returns how long the windows would have to be for a conclusive comparison of means. Additional points require
 * longer windows, and autocorrelated points can make the estimate too large to be useful.
 */
function pointsText(
  further: number | null,
  { n, windowMs }: { readonly n: number; readonly windowMs: number },
): string {
  if (further === null) return "values vary too much within the windows to compare their means";
  const why = "these windows have too few independent points";
  const neededMs = windowMs * (1 + further / n);
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
